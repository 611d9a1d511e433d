#!/bin/sh
# Keeps, before hearth starts, what a power cut has left on the disk: the queue, and the records of the attempts.
# usage: witness.sh DATA FOLDER
set -eu
data=$1 folder=$2
mkdir -p "$folder"
if [ -e "$data/hearth.db" ]; then cp "$data"/hearth.db* "$folder"; fi
cd "$data/runner/attempts" 2>/dev/null || exit 0
# PATH:TEXT, a line each. A file that is there and empty has no line, and is no record.
find . -name '*.json' -exec grep -H '' {} + >"$folder/records" || true
