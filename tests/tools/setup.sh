# Makes the virtual environment and installs the package in it, once.
#   setup.sh FOLDER package   the package as its users get it
#   setup.sh FOLDER dev       the package and what its tests need
#   setup.sh FOLDER compiled  the same, the package from a wheel whose replay loop is compiled; needs a C compiler
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
if [ "$extra" = compiled ]; then made_from='pyproject.toml cli'; else made_from=pyproject.toml; fi
# shellcheck disable=SC2086 # several words
if [ -e "$stamp" ] && [ -z "$(find $made_from -newer "$stamp" ! -name '*.pyc' -type f)" ]; then
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

install() {
    echo "installing $* into $venv" >&2
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@" ||
        fail "pip could not install $*; is a package index reachable?"
}

case $extra in
    package) install --editable . ;;
    dev) install --editable '.[dev]' ;;
    compiled)
        install 'build>=1'
        rm -rf build/wheels
        echo 'compiling the replay loop' >&2
        HATCH_BUILD_HOOKS_ENABLE=true "$venv/bin/python" -m build --outdir build/wheels . >build/wheels.log 2>&1 ||
            fail 'the package could not be built with its replay loop compiled; build/wheels.log says why'
        wheel=$(echo build/wheels/*.whl)
        install "$wheel[dev]"
        install --force-reinstall --no-deps "$wheel"
        ;;
esac
touch "$stamp"
