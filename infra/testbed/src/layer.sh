# Part of boot.sh and make-image.sh: a machine's root file system, mounted at $root, and what of this computer is in it.
# Needs $folder, $lower and a mount namespace of its own: all of it is gone with the last process there.
#   $folder/layer     an empty folder, where the machine's own layer is mounted
#   $folder/install   files that are copied over its root
#   $folder/binds     one bind a line: ro or rw, folder or file here, path inside; tabs between
tab=$(printf '\t')

# The root: the cached one below, a layer in memory above, so that nothing here dirties the cache.
layer=$folder/layer
mount -t tmpfs -o mode=0755 tmpfs "$layer"
mkdir "$layer/upper" "$layer/work" "$layer/root"
root=$layer/root
mount -t overlay -o "lowerdir=$lower,upperdir=$layer/upper,workdir=$layer/work" overlay "$root" || {
  echo "no overlay here; copying the root file system into memory" >&2
  cp -a "$lower/." "$root"
  mount --bind "$root" "$root"
}
cp -R "$folder/install/." "$root"

bind_all() {
  while IFS=$tab read -r mode from inside; do
    # Links are followed as the machine sees them, lest one leads out of it.
    target=$root$(chroot "$root" realpath -m -- "$inside")
    if [ -d "$from" ]; then
      mkdir -p "$target"
    else
      mkdir -p "${target%/*}"
      [ -e "$target" ] || : >"$target"
    fi
    mount --bind "$from" "$target"
    [ "$mode" = rw ] || mount -o "remount,bind,ro" "$target"
  done <"$folder/binds"
}
