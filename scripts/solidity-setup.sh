#!/bin/sh
# Installs Solidity compilers, as cupel solidity install does:
#
#   scripts/solidity-setup.sh [VERSION...]      e.g. 0.8.28; default: the last of each line of the language
exec sh "$(dirname "$0")/../product/solidity/solc/install.sh" "$@"
