#!/bin/sh
# Checks this folder with the tools of the system alone: sh verify.sh [KEY]
# KEY is the public key of the maintainers from elsewhere; without it the key of this folder is taken, whose fingerprint is to be compared.
set -u
# Ranges of letters mean the same everywhere.
export LC_ALL=C
here=$(dirname "$0")
key=${1:-$here/overlay-desk.pem}
wrong=0

bad() {
  echo "WRONG  $*"
  wrong=1
}

sum() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi | cut -c 1-64
}

[ -f "$key" ] || { echo "There is no key $key."; exit 2; }
[ -f "$here/SHA256SUMS" ] && [ ! -L "$here/SHA256SUMS" ] || { echo "WRONG  SHA256SUMS is missing, so nothing can be checked."; exit 1; }

# One of the keys of a file, by its number: there are several while one replaces another.
block() {
  awk -v "which=$1" '{ sub(/\r$/, "") } /^-----BEGIN/ { n++; inside = 1 } inside && n == which { print } /^-----END/ { inside = 0 }' "$key"
}

# Its DER form is what is between the marks, so that no openssl is needed to print the fingerprint.
fingerprint() {
  block "$1" | sed '/^-/d' | base64 -d | sum | sed 's/..../& /g'
}

signed_by() {
  block "$1" | openssl pkeyutl -verify -pubin -inkey /dev/stdin -rawin -in "$here/SHA256SUMS" -sigfile "$here/SHA256SUMS.sig" >/dev/null 2>&1
}

keys=$(seq "$(grep -c '^-----BEGIN' "$key")")
for number in $keys; do echo "Fingerprint of the key:  $(fingerprint "$number")"; done
echo "SHA-256 of SHA256SUMS:   $(sum <"$here/SHA256SUMS")"
echo "Compare them with what the maintainers published elsewhere."

sealed="Every file is as it was sealed, and none is missing."
if [ ! -f "$here/SHA256SUMS.sig" ] || [ -L "$here/SHA256SUMS.sig" ]; then
  bad "The release is UNSIGNED: it has no SHA256SUMS.sig."
elif openssl pkeyutl -help 2>&1 | grep -q -e -rawin; then
  found=
  for number in $keys; do signed_by "$number" && found=1; done
  [ -n "$found" ] || bad "SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder."
else
  echo "NOTE   This system has no OpenSSL 3, so the signature was not checked."
  sealed="Every file is as SHA256SUMS says. Its SHA-256 above must be the published one."
fi

while read -r hash name || [ -n "$hash" ]; do
  if [ ! -f "$here/$name" ] || [ -L "$here/$name" ]; then
    bad "$name is missing."
  elif [ "$(sum <"$here/$name")" != "$hash" ]; then
    bad "$name is not the signed file: it was changed, cut off or replaced."
  fi
done <"$here/SHA256SUMS"

for file in "$here"/* "$here"/.[!.]* "$here"/..?*; do
  # Where a pattern finds nothing, it stands for itself.
  [ -e "$file" ] || [ -L "$file" ] || continue
  name=${file##*/}
  case $name in
    SHA256SUMS | SHA256SUMS.sig) known=1 ;;
    # A line end in a name would make two names of it.
    *[!A-Za-z0-9._+~-]*) known= ;;
    *) known=$(cut -c 67- "$here/SHA256SUMS" | grep -x -F -e "$name") ;;
  esac
  [ -n "$known" ] || bad "$name is not part of the release: it is not in SHA256SUMS."
done

until=$(sed -n 's/^ *"expires": *"\([0-9-]*\)".*/\1/p' "$here/release.json" 2>/dev/null)
today=$(date -u +%Y-%m-%d)
if [ -z "$until" ]; then
  bad "release.json does not say until when it is to be installed."
elif [ "$(printf '%s\n%s\n' "$today" "$until" | sort | head -n 1)" != "$today" ]; then
  bad "It has expired: it was to be installed until $until. Get a newer one."
fi

[ "$wrong" = 0 ] && echo "GOOD   $sealed" || echo "Do not install from this folder."
exit "$wrong"
