// SPDX-License-Identifier: MIT
// compiler: 0.8.28
pragma solidity ^0.8.0;

/// @notice invariant limit <= 10
contract Vacuous {
    uint limit = 5;

    /// @notice precondition x > 5
    /// @notice precondition x < 3
    function contradictory(uint x) public pure { assert(x == 4); }

    /// @notice precondition limit > 20
    function againstInvariant() public view { assert(limit == 0); }

    /// @notice precondition x > 300
    function againstType(uint8 x) public pure { assert(x == 0); }

    /// @notice precondition x > 5
    /// @notice Returns what is left, after the precondition is seen.
    function fine(uint x) public pure { assert(x > 4); }
}
