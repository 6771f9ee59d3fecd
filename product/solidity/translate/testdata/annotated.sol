// With unfolded annotations of internal functions: before, eq, sums of members, frames and events asked of all.
// compiler: 0.7.6
// arithmetic: mod
// with: inline
// with: modifies
// with: events
pragma solidity ^0.7.0;

contract Annotated {
    struct Item { uint weight; bool sold; }
    mapping(uint => Item) items;
    mapping(address => uint) shares;
    uint sold;
    bytes note;

    /// @notice tracks-changes-in sold
    /// @notice postcondition count == before(sold) + 1
    event Sold(uint count);

    /// @notice modifies items[i].sold
    /// @notice modifies sold
    /// @notice emits Sold
    function sell(uint i) public { require(!items[i].sold && sold < 100); mark(i); sold++; emit Sold(sold); }

    /// @notice precondition !items[i].sold
    /// @notice postcondition items[i].sold
    /// @notice modifies items[i].sold
    function mark(uint i) internal { items[i].sold = true; }

    /// @notice postcondition eq(items[i], old(items[j]))
    /// @notice modifies items
    function same(uint i, uint j) public { items[i] = items[j]; }

    /// @notice postcondition sum(items[__verifier_idx_uint].weight) == old(sum(items[__verifier_idx_uint].weight)) - old(items[i].weight)
    /// @notice modifies items[i]
    function drop(uint i) public { delete items[i]; }

    /// @notice postcondition forall (address a, address b) a == b || shares[a] <= shares[b] || shares[b] < shares[a]
    function look() public view {}

    function silent() public { sold = 0; }
}
