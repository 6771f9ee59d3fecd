#!/bin/sh
# Runs Cupel with the solvers beside it.
here=$(dirname -- "$(readlink -f -- "$0")")
PATH=$here/../libexec${PATH:+:$PATH} exec "$here/../libexec/cupel" "$@"
