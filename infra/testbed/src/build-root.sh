#!/bin/sh
# Makes a root file system beside its final place and renames it when it is whole.
# Runs under a lock and in mount and process namespaces of its own, so that nothing that debootstrap mounts
# can outlive it, and a half-made folder that lies here has no live mounts beneath it.
# usage: build-root.sh FINAL SUITE PACKAGES [MIRROR]
set -eu
final=$1 suite=$2 packages=$3 mirror=${4-}

[ ! -d "$final" ] || exit 0
half=$final.half
if grep -qF " $half/" /proc/self/mountinfo; then
  echo "something is mounted below $half; unmount it and remove that folder" >&2
  exit 1
fi
rm -rf --one-file-system "$half"
debootstrap --variant=minbase --include="$packages" "$suite" "$half" ${mirror:+"$mirror"}

rm -rf "$half"/var/cache/apt/*.bin "$half"/var/cache/apt/archives/*.deb "$half"/var/lib/apt/lists/*
printf '127.0.0.1 localhost\n::1 localhost\n' >"$half/etc/hosts"
echo testbed >"$half/etc/hostname"
: >"$half/etc/machine-id" # each boot gets an id of its own
# A test wants no work that it did not start, and there is no terminal to log in at.
for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
  systemd-tmpfiles-clean.timer e2scrub_reap.service getty.target console-getty.service; do
  ln -sf /dev/null "$half/etc/systemd/system/$unit"
done
mv "$half" "$final"
