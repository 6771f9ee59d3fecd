#!/bin/sh
# Installs what executes contracts in tests (product/solidity/testdata/evm): the EVM of ethereumjs, and ethers for encodings, npm
# packages, into ${XDG_CACHE_HOME:-~/.cache}/cupel/evm. What is there already stays.
set -eu

for tool in node npm; do
	if ! command -v "$tool" >/dev/null 2>&1; then
		echo "$0: $tool is not found; install Node.js 20 or later (Debian, Ubuntu: apt-get install nodejs npm)" >&2
		exit 1
	fi
done

dir=${XDG_CACHE_HOME:-$HOME/.cache}/cupel/evm
if [ -f "$dir/node_modules/ethers/package.json" ]; then
	echo "the EVM is installed"
	exit 0
fi
# Installed beside and renamed, so that an interrupted run leaves nothing that looks complete.
part=$dir.part.$$
rm -rf "$part"
mkdir -p "$part"
npm install --silent --no-audit --no-fund --no-save --ignore-scripts --save-exact --prefix "$part" @ethereumjs/evm@10.1.3 ethers@6.17.0
rm -rf "$dir"
mv "$part" "$dir"
echo "the EVM is installed in $dir"
