# The steps of `install` and `remove`, which read this file after `about` (app, version, build, node, machine).
# shellcheck shell=sh disable=SC2034,SC2154

place=/opt/hearth
home=$place/$app
units=/usr/local/lib/systemd/system
command_link=/usr/local/bin/hearth
case $app in
cli) unit= ;;
*) unit=hearth-$app.service ;;
esac

say() { echo "hearth $app: $1"; }
fail() {
  echo "hearth $app: $1" >&2
  exit "${2:-1}"
}

need_root() { [ "$(id -u)" = 0 ] || fail "it takes root: sudo $0"; }

# All that can be known before anything is changed.
check_machine() {
  need_root
  said=$("$1" -p process.version 2>&1) || case $said in
  *libatomic*) fail 'Node needs a library that is not here: apt-get install libatomic1' ;;
  *) fail "this is for $machine, and its Node does not run here ($(uname -m)): $said" ;;
  esac
  [ -n "$unit" ] || return 0
  [ -d /run/systemd/system ] || fail 'systemd does not run this machine, and without it there are no services'
  systemd=$(systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
  [ "${systemd:-0}" -ge 252 ] || fail "systemd is ${systemd:-unknown}, and 252 is the oldest that it works with (Debian 12)"
  [ "$app" != runner ] || command -v perl >/dev/null || fail 'jobs are started by Perl, which is not here: apt-get install perl-base'
  if [ -e "/etc/systemd/system/$unit" ]; then
    say "/etc/systemd/system/$unit is yours and hides the unit of this version; a drop-in would only change it: systemctl edit $unit"
  fi
}

# One installation at a time, whatever app it is of. The lock ends with this shell.
take_lock() {
  mkdir -p "$place"
  exec 9>"$place/.lock"
  flock --nonblock 9 || fail 'another installation is going on: wait until it has ended'
}

make_users_and_folders() {
  [ -n "$unit" ] || return 0
  systemd-sysusers "$here/app/hearth.sysusers"
  # The gateway makes its files here, and may not replace what the runner, who is root, keeps beside them: hence the
  # sticky bit and root as the owner. Jobs pass through to their working folders and can list nothing.
  install -d -m 1771 -o root -g hearth /var/lib/hearth
  install -d -m 0700 -o hearth-job -g hearth-job /var/lib/hearth-job
  [ -d /etc/hearth ] || install -d -m 0750 -o root -g hearth /etc/hearth
  if [ "$app" = gateway ] && [ -z "$(find /etc/hearth/ -maxdepth 1 -name '*.yaml')" ]; then
    zone=$(readlink /etc/localtime 2>/dev/null | sed -n 's,.*/zoneinfo/,,p')
    sed "s,^timezone: .*,timezone: ${zone:-UTC}," "$here/app/house.yaml" >/etc/hearth/house.yaml
    say 'a first manifest is in /etc/hearth/house.yaml'
  fi
}

place_node() {
  target=$place/node/$node/bin
  if [ -x "$target/node" ] && cmp -s "$1" "$target/node"; then return 0; fi
  mkdir -p "$target"
  cp "$1" "$target/.node.new"
  chmod 755 "$target/.node.new"
  mv "$target/.node.new" "$target/node"
}

# A version appears whole or not at all. One that is there already is replaced: it may be damaged.
place_version() {
  new=$home/.$build.new
  rm -rf "$new"
  mkdir -p "$home"
  cp -R "$1" "$new"
  chown -R root:root "$new"
  ln -s "../../node/$node/bin/node" "$new/node"
  sync -f "$new"
  if [ -d "$home/$build" ]; then mv "$home/$build" "$home/.$build.old"; fi
  mv "$new" "$home/$build"
  rm -rf "$home/.$build.old"
}

# Makes a version the one that is started from now on, with its unit.
switch_to() {
  ln -sfn "$1" "$home/.current.new"
  mv -T "$home/.current.new" "$home/current"
  [ -n "$unit" ] || return 0
  mkdir -p "$units"
  install -m 644 "$home/$1/$unit" "$units/.$unit.new"
  mv "$units/.$unit.new" "$units/$unit"
  systemctl daemon-reload
}

# systemd waits until the app says that it is ready. A job is not touched: it runs in a scope of its own.
start_or_go_back() {
  if start; then return 0; fi
  journalctl --unit="$unit" --lines=15 --no-pager --output=cat >&2 || true
  if [ -z "$before" ] || [ "$before" = "$build" ]; then
    systemctl stop "$unit"
    fail "$build DOES NOT START (above: its last words), and no other version is here. It is stopped; mend what it says, then: systemctl start $unit"
  fi
  switch_to "$before"
  rm -rf "${home:?}/$build"
  remove_unused_nodes
  start || fail "$build DOES NOT START (above: its last words), AND NEITHER DOES $before, which is put back: journalctl -u $unit"
  fail "$build DOES NOT START (above: its last words): $before is put back and runs"
}

start() {
  systemctl reset-failed "$unit" 2>/dev/null || true
  systemctl restart "$unit"
}

link_command() {
  [ ! -e "$command_link" ] || [ -L "$command_link" ] || fail "$command_link is there and is no link: it is not replaced"
  mkdir -p "$(dirname "$command_link")"
  ln -sfn "$home/current/hearth" "$command_link"
}

unlink_command() {
  case $(readlink "$command_link" || true) in
  "$home"/*) rm -f "$command_link" ;;
  esac
}

# The one that runs and the one before are kept.
remove_old_versions() {
  current=$(readlink "$home/current")
  previous=$(readlink "$home/previous" 2>/dev/null || true)
  for version_folder in "$home"/*/ "$home"/.*.new/ "$home"/.*.old/; do
    name=$(basename "$version_folder")
    case $name in
    "$current" | "$previous" | current | previous | '*' | '.*.new' | '.*.old') ;;
    *) rm -rf "${home:?}/$name" ;;
    esac
  done
  remove_unused_nodes
}

remove_unused_nodes() {
  for one in "$place"/node/*/; do
    number=$(basename "$one")
    users=$(find "$place" -maxdepth 3 -name node -type l -lname "*/node/$number/bin/node" | head -n 1)
    [ -n "$users" ] || rm -rf "$place/node/$number"
  done
}
