// Specifications: conditions before and after, old values, quantifiers, cases, internal functions with contracts.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

/// @notice invariant limit <= 100
/// @notice invariant forall (address a) levels[a] <= limit
contract Specified {
    uint limit;
    mapping(address => uint) levels;
    uint[] order;

    /// @notice precondition x > 0
    /// @notice postcondition limit == x || limit == old(limit)
    function set(uint x) public { if (x >= limit && x <= 100) limit = x; }

    /// @notice specification [ case levels[msg.sender] < limit: levels[msg.sender] == old(levels[msg.sender]) + 1; ]
    function raise() public { if (levels[msg.sender] < limit) levels[msg.sender]++; }

    /// @notice precondition x < 10
    /// @notice postcondition r == x * 2
    /// @notice {contractInvariants}
    function twice(uint x) internal pure returns (uint r) { return x * 2; }

    function useIt() public pure { assert(twice(4) == 8); }

    /// @notice postcondition exists (uint i) i < order.length && order[i] == x
    function append(uint x) public { order.push(x); }

    /// @notice postcondition property(order) (i) order[i] == 0
    function reset() public { delete order; }
}
