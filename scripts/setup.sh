#!/usr/bin/env bash
# Installs what Cupel needs on Debian 12: libz3 with headers and z3, lp_solve, cvc5
# and boolector for certification, gcc for cgo and for running counterexamples (32-bit too).
#
#   scripts/setup.sh tests    also what tests need: csmith, which writes random programs, the source of gcc for its own tests, strace to see
#                             what is started, xmllint and mandoc to check what is written, zip for archives, Chromium for pages, Python
#                             for the module for BenchExec
#
# Says what it installs; does nothing when all is there. Root or sudo.
set -euo pipefail

need=()
have() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; }
packages=(libz3-dev liblpsolve55-dev z3 cvc5 boolector gcc libc6-dev gcc-multilib)
if [ "${1:-}" = tests ]; then
  packages+=(csmith libcsmith-dev gcc-12-source strace libxml2-utils mandoc zip chromium python3)
fi
for p in "${packages[@]}"; do
  have "$p" || need+=("$p")
done
if ! command -v go >/dev/null; then
  echo "setup: Go is not installed: see https://go.dev/doc/install (1.26 or newer)" >&2
  exit 1
fi
if [ ${#need[@]} -eq 0 ]; then
  echo "setup: everything is installed"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "setup: no apt-get here: install these yourself: ${need[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "setup: run as root or install sudo; missing: ${need[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
echo "setup: installing ${need[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
echo "setup: done"
