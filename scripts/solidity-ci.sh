#!/usr/bin/env bash
# The compilers and the EVM that the tests of Solidity need, for continuous integration: Node.js by apt-get if it is
# missing and can be had, then the rest from the registry of npm. Where that is not possible it does
# not fail, since nothing else depends on it, but says loudly that these tests are skipped.
set -uo pipefail
cd "$(dirname "$0")/.."
versions=(0.4.26 0.5.17 0.7.6 0.8.28)
limit=300 # seconds for each

node_missing() { ! command -v node >/dev/null || ! command -v npm >/dev/null; }

if node_missing && command -v apt-get >/dev/null; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  echo "solc: installing nodejs npm"
  export DEBIAN_FRONTEND=noninteractive
  { timeout "$limit" "${as_root[@]}" apt-get update -qq && timeout "$limit" "${as_root[@]}" apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null; } ||
    echo "solc: apt-get did not install nodejs and npm" >&2
fi

failed=()
for v in "${versions[@]}"; do
  timeout "$limit" scripts/solidity-setup.sh "$v" || failed+=("compiler $v")
done
timeout "$limit" scripts/evm-setup.sh || failed+=(EVM)
[ ${#failed[@]} -eq 0 ] && exit 0

why="the registry of npm was not reached, or refused"
node_missing && why="node or npm is missing: apt-get install nodejs npm"
cat >&2 <<END
==============================================================================
  WARNING: missing for Solidity: ${failed[*]}
  ($why)
  THE TESTS OF CONTRACTS THAT NEED IT ARE SKIPPED, and nothing below says more.
==============================================================================
END
exit 0
