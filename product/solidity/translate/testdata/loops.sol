// Loops: invariants of for, while and do, break and continue, locals in bodies, invariants of the contract.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

/// @notice invariant total < 1000
contract Loops {
    uint total;
    uint[] values;

    function count(uint n) public pure returns (uint s) {
        require(n < 100);
        /// @notice invariant i <= n
        /// @notice invariant s == i * 2
        for (uint i = 0; i < n; i++) { s += 2; }
    }

    function search(uint x) public view returns (bool found) {
        uint i = 0;
        /// @notice invariant i <= values.length
        while (i < values.length) {
            if (values[i] == x) { found = true; break; }
            i++;
            if (found) continue;
            uint local = i;
            local++;
        }
    }

    function least() public pure returns (uint k) {
        do { k++; if (k == 3) continue; } while (k < 10);
    }

    function drain() public {
        /// @notice {contractInvariants}
        while (total > 0) total--;
    }

    function nested() public pure returns (uint c) {
        for (uint i; i < 2; ++i)
            for (uint j; ; ++j) { if (j > i) break; c += j; }
    }
}
