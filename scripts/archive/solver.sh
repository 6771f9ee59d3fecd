#!/bin/sh
# Runs a solver with the libraries beside it.
self=$(readlink -f -- "$0")
here=$(dirname -- "$self")
LD_LIBRARY_PATH=$here/../lib exec "$self.bin" "$@"
