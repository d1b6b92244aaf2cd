#!/bin/sh
# Sets up a table server for one room on a Raspberry Pi (4 or 5, 64-bit system, 2 GB or more), or on any Debian machine.
# Run it as root; run it again to bring it up to date. It takes what to install: the name of the package, or a wheel.
#
#   sh install.sh                                # the newest release
#   sh install.sh caravanserai-1.0.0-py3-none-any.whl
set -eu

WHAT=${1:-caravanserai}
HOME_OF_PROGRAM=${HOME_OF_PROGRAM:-/opt/caravanserai}
UNITS=${UNITS:-/etc/systemd/system}
HERE=$(cd "$(dirname "$0")" && pwd)

# Numba has no wheels for 32-bit systems.
case $(uname -m) in
    aarch64 | arm64 | x86_64 | amd64) ;;
    *) echo "install.sh: $(uname -m): expected a 64-bit system (Raspberry Pi OS, 64-bit)" >&2; exit 2 ;;
esac
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "install.sh: $(python3 --version): expected Python 3.11 or newer (Raspberry Pi OS Bookworm or newer)" >&2; exit 2; }

if test "$UNITS" = /etc/systemd/system && test "$(id -u)" != 0; then
    echo "install.sh: run by $(id -un): expected root (sudo sh install.sh)" >&2
    exit 2
fi
# Debian has what makes environments in a package of its own, and small systems come without it.
python3 -c 'import ensurepip' 2> /dev/null || apt-get install --yes --quiet python3-venv

test -x "$HOME_OF_PROGRAM/bin/python" || python3 -m venv "$HOME_OF_PROGRAM"
"$HOME_OF_PROGRAM/bin/pip" install --quiet --upgrade "${WHAT}[server]"

install -d "$UNITS"
sed "s,/opt/caravanserai,$HOME_OF_PROGRAM,g" "$HERE/caravanserai-room.service" > "$UNITS/caravanserai-room.service"

# Elsewhere than on the machine itself (a test, an image that is being made) there is nothing to start.
if test "$UNITS" = /etc/systemd/system; then
    id caravanserai > /dev/null 2>&1 || adduser --system --group --no-create-home caravanserai
    systemctl daemon-reload
    systemctl enable caravanserai-room
    systemctl restart caravanserai-room
    echo "install.sh: open http://$(hostname).local:8080 on any device of the network; journalctl -u caravanserai-room tells more"
fi
