# Makes the virtual environment and installs the package in it, once.
#   setup.sh FOLDER package   the package as its users get it
#   setup.sh FOLDER dev       the package and what its tests need
# PYTHON names the interpreter; without it the first of the usual names that is new enough is taken.
set -eu
venv=$1
extra=$2

fail() {
    printf 'forty-thieves: %s\n' "$1" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

stamp="$venv/.$extra-installed"
if [ -e "$stamp" ] && [ "$stamp" -nt pyproject.toml ]; then
    exit 0
fi

if [ ! -x "$venv/bin/python" ]; then
    found=
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if new_enough "$name"; then
            found=$name
            break
        fi
    done
    if [ -z "$found" ]; then
        have=$("${PYTHON:-python3}" --version 2>&1 || true)
        fail "Python 3.11 or newer is needed; ${PYTHON:-python3} is: ${have:-not there}. Install it, or name one: make PYTHON=/path/to/python3.11 ..."
    fi
    "$found" -m venv "$venv" || {
        rm -rf "$venv"
        fail "$found cannot make a virtual environment; its venv module is missing (on Debian: apt-get install python3-venv)"
    }
fi

if [ "$extra" = dev ]; then what='.[dev]'; else what='.'; fi
echo "installing $what into $venv" >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$what" ||
    fail "pip could not install $what; is a package index reachable?"
touch "$stamp"
