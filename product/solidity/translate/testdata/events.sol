// Events that follow a variable: changes are announced, with conditions before and after; what is not declared to be emitted.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

contract Events {
    mapping(address => uint) level;
    uint free;

    /// @notice tracks-changes-in level
    /// @notice precondition level[who] < to
    /// @notice postcondition level[who] == to
    event Raised(address who, uint to);

    /// @notice tracks-changes-in free
    /// @notice allow-no-change-emit
    event Noted(uint value);

    /// @notice emits Raised
    function raise(uint to) public {
        require(to > level[msg.sender]);
        level[msg.sender] = to;
        emit Raised(msg.sender, to);
    }

    /// @notice emits Noted
    function note(uint x) public { if (x > 3) { free = x; emit Noted(x); } else emit Noted(0); }

    /// @notice emits Raised
    function silent(uint to) public { level[msg.sender] = to; }

    function undeclared(uint x) public { free = x; }

    /// @notice emits Noted
    function twice(uint x) public { free = x; inner(x); }
    /// @notice emits Noted
    function inner(uint x) internal { emit Noted(x); }
}
