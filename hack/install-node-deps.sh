#!/usr/bin/env bash
# Installs what a node needs (containerd, runc, CNI plugins, nftables, iptables, conntrack) from the system's package
# lists and, with --tests, what the tests use besides: docker, etcd, busybox, python3-kubernetes, and from newer Debian
# releases kubectl 1.32 and 1.36 and prometheus, whose service discovery is client-go (unpacked into directories of their
# own; the system's package lists stay as they are).
#   hack/install-node-deps.sh [--tests]
# Does nothing for what is already there. Needs root on Debian or Ubuntu.
set -euo pipefail

readonly root=$(cd "$(dirname "$0")/.." && pwd)
readonly kubectl_dir="$root/_output/kubectl"

die() { echo "install-node-deps: $*" >&2; exit 1; }

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
  done
}

install_packages() {
  local missing
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || die "run as root to install: $(echo $missing)"
  command -v apt-get >/dev/null || die "no apt-get here: install by hand: $(echo $missing)"
  echo "install-node-deps: installing $(echo $missing)"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # Packages must not start daemons of their own.
  local policy=/usr/sbin/policy-rc.d made=
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' > "$policy"; chmod 755 "$policy"; made=1; fi
  apt-get install -y -qq --no-install-recommends $missing > /dev/null || { [ -z "$made" ] || rm -f "$policy"; die "apt-get failed"; }
  [ -z "$made" ] || rm -f "$policy"
}

# The mirror that this system's own list names, so that a local one is used where there is one.
mirror() {
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } |
    sed -nE 's/^deb (\[[^]]*\] )?([^ ]+) [^ ]+ .*main.*/\2/p; s/^URIs: ([^ ]+).*/\1/p' | grep -v security | head -n 1
}

# Unpacks the program of a Debian release's package of the same name into a folder.
fetch_program() {
  local name=$1 release=$2 folder=$3 work
  [ -x "$folder/$name" ] && return 0
  work=$(mktemp -d)
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$folder"
  echo "deb [trusted=yes] $(mirror) $release main" > "$work/sources.list"
  local apt=(-o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$work/lists" -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  : > "$work/status"
  echo "install-node-deps: fetching $name of Debian $release"
  (cd "$work" && apt-get "${apt[@]}" update -qq && apt-get "${apt[@]}" download -qq "$name" && dpkg -x ./*.deb unpacked) ||
    die "$name of Debian $release could not be fetched"
  install -m 755 "$(find "$work/unpacked" -path "*/bin/*" -type f -name "$name" -perm -u+x | head -n 1)" "$folder/$name"
  rm -rf "$work"
}

main() {
  install_packages containerd runc containernetworking-plugins nftables iptables conntrack iproute2
  [ "${1:-}" = --tests ] || return 0
  install_packages docker.io libatomic1 busybox-static etcd-server etcd-client python3-kubernetes
  fetch_program kubectl sid "$kubectl_dir/1.36"
  fetch_program kubectl trixie "$kubectl_dir/1.32"
  fetch_program prometheus sid "$root/_output/prometheus"
}

main "$@"
