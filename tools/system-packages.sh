#!/usr/bin/env bash
# Sees to what pip and npm cannot install. On Debian, as root, it installs what is missing;
# elsewhere it says what to install. What is already there costs no call to apt.
#
#   tools/system-packages.sh python|node|browser|test
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()

need() { # need PACKAGE COMMAND...: note the package as missing unless the command succeeds
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

one_of() { # one_of COMMAND...: is any of these programs here?
    local program
    for program in "$@"; do
        command -v "$program" && return
    done
    return 1
}

install_missing() {
    ((${#missing[@]})) || return 0
    if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
        echo "please install: ${missing[*]}" >&2
        exit 1
    fi
    echo "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
}

python_is_recent() { "${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; }

node_is_recent() {
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(a * 100 + +b < 2019 ? 1 : 0)'
}

tests_mention() { grep -rqi "$1" tests --include='*.py'; }

case ${1:-} in
    python)
        python_is_recent || { echo "Grognard needs Python 3.11 or newer" >&2; exit 1; }
        need python3-venv "${PYTHON:-python3}" -c 'import ensurepip'
        ;;
    node)
        node_is_recent || { echo "Grognard needs Node 20.19 or newer" >&2; exit 1; }
        ;;
    browser)
        need chromium one_of chromium chromium-browser google-chrome
        ;;
    test)
        [[ ! -d tests/browser ]] || need chromium one_of chromium chromium-browser google-chrome
        ! tests_mention postgresql || need postgresql ls /usr/lib/postgresql/*/bin/initdb
        ;;
    *)
        echo "usage: tools/system-packages.sh python|node|browser|test" >&2
        exit 2
        ;;
esac
install_missing
