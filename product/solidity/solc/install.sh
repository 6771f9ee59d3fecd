#!/bin/sh
# Installs Solidity compilers (npm package solc, run by node), for cupel solidity install:
#
#   install.sh [VERSION...]      e.g. 0.8.28; default: the last of each line of the language
#
# each into ${XDG_CACHE_HOME:-~/.cache}/cupel/solc/VERSION. What is there already stays.
set -eu

for tool in node npm; do
	if ! command -v "$tool" >/dev/null 2>&1; then
		echo "$0: $tool is not found; install Node.js 18 or later (Debian, Ubuntu: apt-get install nodejs npm)" >&2
		exit 1
	fi
done

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cupel/solc
[ $# -gt 0 ] || set -- 0.4.26 0.5.17 0.6.12 0.7.6 0.8.28

for version in "$@"; do
	case $version in
	*[!0-9.]* | '' | .* | *.)
		echo "$0: $version is no version" >&2
		exit 1
		;;
	esac
	dir=$cache/$version
	if [ -f "$dir/node_modules/solc/package.json" ]; then
		echo "solc $version is installed"
		continue
	fi
	# Installed beside and renamed, so that an interrupted run leaves nothing that looks complete.
	part=$dir.part.$$
	rm -rf "$part"
	mkdir -p "$part"
	npm install --silent --no-audit --no-fund --no-save --ignore-scripts --save-exact --prefix "$part" "solc@$version"
	rm -rf "$dir"
	mv "$part" "$dir"
	echo "solc $version is installed in $dir"
done
