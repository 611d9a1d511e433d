#!/bin/sh
# Lays out the file system of a machine in this mount namespace and becomes its systemd.
# Everything that is mounted here is gone with the last process of the namespace.
# usage: boot.sh FOLDER ROOT
#   FOLDER/layer, install, binds   see layer.sh
#   FOLDER/shared    what the machine sees at /run/testbed: the socket of its agent
#   FOLDER/cgroups   one hierarchy a line: type, mount options, name; tabs between
set -eu
folder=$1 lower=$2

. "${0%/*}/layer.sh"

# The kernel's own file systems. Its settings are this computer's, so they are read-only inside. A boot has an id of its own.
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
cat /proc/sys/kernel/random/uuid >"$layer/boot_id"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount --bind "$layer/boot_id" "$root/proc/sys/kernel/random/boot_id"
mount -o remount,bind,ro "$root/proc/sys/kernel/random/boot_id"
if [ -e "$root/proc/sysrq-trigger" ]; then
  mount --bind "$root/proc/sysrq-trigger" "$root/proc/sysrq-trigger"
  mount -o remount,bind,ro "$root/proc/sysrq-trigger"
fi
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$root/sys"

dev=$root/dev
mount -t tmpfs -o mode=0755,size=64k,nosuid tmpfs "$dev"
mkdir "$dev/pts" "$dev/shm"
for device in null zero full random urandom tty; do
  : >"$dev/$device"
  mount --bind "/dev/$device" "$dev/$device"
done
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5,nosuid,noexec devpts "$dev/pts"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$dev/shm"
ln -s pts/ptmx "$dev/ptmx"
ln -s /proc/self/fd "$dev/fd"
ln -s fd/0 "$dev/stdin"
ln -s fd/1 "$dev/stdout"
ln -s fd/2 "$dev/stderr"

mount -t tmpfs -o mode=0755,nosuid,nodev tmpfs "$root/run"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"

# The cgroup hierarchies once more: in this namespace they begin at the machine's own cgroups.
cgroups=$root/sys/fs/cgroup
if grep -q "^cgroup$tab" "$folder/cgroups"; then
  mount -t tmpfs -o mode=0755,nosuid,nodev,noexec tmpfs "$cgroups"
  while IFS=$tab read -r type options name; do
    mkdir "$cgroups/$name"
    mount -t "$type" -o "$options" "$type" "$cgroups/$name"
    # Controllers that share a hierarchy are looked for under each name.
    case $name in *,*)
      for one in $(echo "$name" | tr , ' '); do ln -s "$name" "$cgroups/$one"; done ;;
    esac
  done <"$folder/cgroups"
else
  mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 "$cgroups"
fi

mkdir "$root/run/testbed"
mount --bind "$folder/shared" "$root/run/testbed"
bind_all

# The outer root goes away altogether; what could reach past the machine (clock, kernel modules, ports) is not allowed.
cd "$root"
pivot_root . mnt
exec chroot . /bin/sh -c '
  umount -l /mnt
  exec env -i container=testbed container_uuid="$(cat /proc/sys/kernel/random/uuid)" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    setpriv --bounding-set=-sys_time,-sys_module,-sys_rawio /lib/systemd/systemd --system
' <dev/null
