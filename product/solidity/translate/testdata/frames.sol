// Frame conditions: variables, elements, members, conditions; what may not change is checked.
// compiler: 0.7.6
// arithmetic: mod
pragma solidity ^0.7.0;

contract Frames {
    struct Pair { uint left; uint right; }
    uint counter;
    mapping(address => uint) amounts;
    mapping(uint => Pair) pairs;
    address owner;

    /// @notice modifies counter
    function count() public { counter++; }

    /// @notice modifies amounts[msg.sender]
    function mine(uint x) public { amounts[msg.sender] = x; }

    /// @notice modifies pairs[i].left if msg.sender == owner
    function part(uint i) public { if (msg.sender == owner) pairs[i].left = 1; }

    /// @notice modifies *
    function anything() public { counter = 0; amounts[owner] = 1; }

    function nothing() public view returns (uint) { return counter; }

    function wrong() public { counter = 1; }

    /// @notice modifies address(this).balance
    /// @notice modifies msg.sender.balance
    function pay() public { msg.sender.transfer(1); }
}
