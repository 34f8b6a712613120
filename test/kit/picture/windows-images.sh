#!/bin/sh
# Draws the pictures of docs/images/install/ for Windows from an installer that goes through its pages in Wine:
# xvfb-run --auto-servernum --server-args '-screen 0 720x480x24' sh test/kit/picture/windows-images.sh INSTALLER.exe
set -eu
installer=$(realpath "$1")
images=$(realpath "$(dirname "$0")/../../..")/docs/images/install
work=$(mktemp -d)
export HOME="$work" WINEPREFIX="$work/prefix" WINEDEBUG=-all WINEDLLOVERRIDES=winemenubuilder.exe=d LC_ALL=C.UTF-8
trap 'wineboot --end-session --kill --force; rm -rf "$work"' EXIT

wineboot --init
winecfg -v win10
wine "$installer" &
window=$(xdotool search --sync --name '^Overlay Desk .* Setup' | head -n 1)

# Waits for another page than the one before, on which nothing changes for a second, and draws it under the name, if there is one.
shown=
page() {
  until
    now=$(import -window "$window" -depth 8 rgb:- | sha256sum)
    sleep 1
    [ "$now" != "$shown" ] && [ "$now" = "$(import -window "$window" -depth 8 rgb:- | sha256sum)" ]
  do :; done
  shown=$now
  [ -z "$1" ] || import -window "$window" png:- | pngquant --speed 1 64 - >"$images/windows-$1.png"
  xdotool windowfocus "$window" key Return
}
page ''
page users
page folder
page done
wait
