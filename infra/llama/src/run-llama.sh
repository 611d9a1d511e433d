#!/bin/sh
# Becomes a llama-server inside the root file system ROOT, with a model of random weights that it writes first.
# Runs in a mount namespace of its own: what is mounted here, the model with it, is gone when the server ends.
# usage: run-llama.sh OWNER ROOT MAKE_MODEL NAME LAYERS WIDTH [ARGUMENT]...
set -eu
owner=$1 root=$2 script=$3 name=$4 layers=$5 width=$6
shift 6

# The kernel kills this process when its owner dies; an owner that died before that was arranged is no parent any more.
[ "$PPID" = "$owner" ] || exit 1
mount --rbind /dev "$root/dev"
mount --bind /proc "$root/proc"
mount -t tmpfs none "$root/tmp"
cp "$script" "$root/tmp/make-model.py"
chroot "$root" python3 /tmp/make-model.py "/tmp/$name.gguf" "$layers" "$width"
exec chroot "$root" llama-server --model "/tmp/$name.gguf" "$@"
