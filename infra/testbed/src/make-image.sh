#!/bin/sh
# Makes a disk image of a root file system, of a machine's own files, and of what of this computer it is to have.
# usage: make-image.sh FOLDER ROOT IMAGE SIZE
set -eu
folder=$1 lower=$2 image=$3 size=$4
. "${0%/*}/layer.sh"
bind_all
mkfs.ext4 -q -d "$root" "$image" "$size"
