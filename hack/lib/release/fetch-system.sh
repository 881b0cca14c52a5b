#!/bin/sh
# Unpacks Debian packages of an architecture, with all that they need, into a folder: `ARCHITECTURE FOLDER`. Beside what they
# hold, FOLDER has `packages` (a line each: name, version, architecture, SHA-256) and `owners` (a line per file: package, path).
# Runs on any Debian, whatever that one's architecture, and changes nothing of it.
set -eu
architecture=$1 folder=$2
packages='libstdc++6 nftables iptables conntrack mount util-linux'

rm -rf "$folder"
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
: > "$work/status"
cat > "$work/apt.conf" <<END
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
Dir::State "$work";
Dir::State::Lists "$work/lists";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
END
export APT_CONFIG="$work/apt.conf"
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --download-only $packages > /dev/null
for archive in "$work"/cache/archives/*.deb; do
  dpkg -x "$archive" "$folder"
  name=$(dpkg-deb --show --showformat '${Package}' "$archive")
  sum=$(sha256sum "$archive" | cut -d ' ' -f 1)
  dpkg-deb --show --showformat "\${Package} \${Version} \${Architecture} $sum\n" "$archive" >> "$work/packages"
  dpkg-deb --fsys-tarfile "$archive" | tar -t | sed "s|^\.|$name |" >> "$work/owners"
done
mv "$work/packages" "$work/owners" "$folder"
