#!/bin/sh
# The first process of a machine, in namespaces of its own but for the cgroups: puts itself into the machine's cgroups,
# makes them the roots of its cgroup namespace, and goes on with boot.sh. It does so only now because whoever waits for
# it must stay outside: version 2 lets no cgroup pass on limits that has a process of its own.
# usage: enter.sh FOLDER ROOT CGROUP...
set -eu
folder=$1 root=$2
shift 2

# The pid by which the outside knows this process: this /proc is still the outer one.
read -r pid rest </proc/self/stat
echo "$pid" >"$folder/pid.new"
mv "$folder/pid.new" "$folder/pid"

for cgroup; do
  echo 0 >"$cgroup/cgroup.procs"
done
exec unshare --cgroup sh "${0%/*}/boot.sh" "$folder" "$root"
