#!/bin/bash
# Builds a .deb with dpkg-deb. electron-builder calls this in place of fpm (CUSTOM_FPM_PATH), which it would have to
# fetch; scripts, desktop entry, icons and update files are electron-builder's on both ways.
set -euo pipefail
umask 022
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
meta=$root/DEBIAN
mkdir "$meta"
field() {
  if [[ $2 == *$'\n'* ]]; then
    echo "deb.sh: $1 has a line break: a deb would read the next line as a field of its own" >&2
    exit 1
  fi
  printf '%s: %s\n' "$1" "$2" >>"$meta/control"
}
# A line that says it in short, then indented ones, of which an empty one is a full stop (Debian Policy, 5.6.13).
describe() {
  local text
  text=$(sed -E $'s/[ \t\r]+/ /g; s/^ //; s/ $//' <<<"$1")
  sed '/./,$!d' <<<"$text" | sed -E '1s/^/Description: /; 1!s/^\./ ./; 1!s/^$/./; 1!s/^/ /' >>"$meta/control"
}
depends= recommends= iteration=

# fpm's arguments, as far as electron-builder 26 uses them for a deb. Any other is refused: it would be missing.
while (($#)); do
  case $1 in
  -s | -t | --vendor | --license | --log) ;; # A folder, to a deb; for the others a deb has no field.
  -d) depends+=", $2" ;;
  --deb-recommends) recommends+=", $2" ;;
  --deb-compression) compression=$2 ;;
  --category) field Section "$2" ;;
  --deb-priority) field Priority "$2" ;;
  --architecture) field Architecture "$2" ;;
  --before-remove) install -m 755 "$2" "$meta/prerm" ;;
  --after-install) install -m 755 "$2" "$meta/postinst" ;;
  --after-remove) install -m 755 "$2" "$meta/postrm" ;;
  --description) describe "$2" ;;
  --version) version=$2 ;;
  --iteration) iteration=-$2 ;;
  --package) output=$2 ;;
  --name) field Package "$2" ;;
  --maintainer) field Maintainer "$2" ;;
  --url) field Homepage "$2" ;;
  *=/*)
    target=$root${1##*=}
    mkdir -p "${target%/*}"
    cp -a "${1%=*}" "$target"
    shift
    continue
    ;;
  --force | --debug)
    shift
    continue
    ;;
  *)
    echo "deb.sh does not know fpm's argument $1" >&2
    exit 1
    ;;
  esac
  shift 2
done

# Everybody may read, only root may write: the rights of whoever packs are not those of the installed app.
chmod -R u=rwX,go=rX "$root"
field Version "$version$iteration"
[ -z "$depends" ] || field Depends "${depends#, }"
[ -z "$recommends" ] || field Recommends "${recommends#, }"
field Installed-Size "$(du -ks --apparent-size "$root" | cut -f1)"
cd "$root"
find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums
# At the usual level 6 it takes three times as long, for a file that is a tenth smaller.
dpkg-deb --root-owner-group "-Z$compression" "-z${DPKG_DEB_COMPRESSOR_LEVEL:-2}" --build . "$output" >&2
