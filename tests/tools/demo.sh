# Shows the toolkit at work: each command, what it prints, and its exit status.
#   demo.sh PATH-OF-FORTY-THIEVES
command=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() {
    echo
    echo "\$ forty-thieves $*"
    status=0
    "$command" "$@" || status=$?
    echo "[exit status $status]"
}

expect() {
    if [ "$status" -ne "$1" ]; then
        echo "demo: expected exit status $1" >&2
        exit 1
    fi
}

run deal lucas --seed 42
expect 0
run deal lucas --seed 42 --output "$folder/deal.yaml"
expect 0
run check fixtures/games/won/lucas.yaml
expect 0
run check fixtures/games/illegal/lucas-does-not-build.yaml
expect 1
run play fixtures/games/illegal/lucas-does-not-build.yaml
expect 1
