#!/bin/sh
# Downloads contracts of npm packages and verifies them by standards and by all checks (docs/solidity.md):
#
#   scripts/solidity-standards.sh [DIRECTORY]     default: a temporary one, which is removed
#
# With UPDATE=1 the table in docs/reproduced is written. It needs node, npm, Go and the compilers of scripts/solidity-setup.sh.
set -eu

cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
	mkdir -p "$1"
	dir=$(cd "$1" && pwd)
else
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
fi
npm install --silent --no-audit --no-fund --no-save --ignore-scripts --save-exact --prefix "$dir" \
	@openzeppelin/contracts@5.7.0 solmate@6.8.0 @safe-global/safe-contracts@1.4.1 solady@0.1.26
CUPEL_PACKAGES=$dir/node_modules go test ./product/solidity -run 'TestPackages' -v -timeout 4h ${UPDATE:+-update}
