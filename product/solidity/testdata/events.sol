// compiler: 0.8.28
pragma solidity ^0.8.0;

contract Registry {
    mapping(address => uint) level;

    /// @notice tracks-changes-in level
    /// @notice precondition level[who] < now_
    /// @notice postcondition level[who] == now_
    event Raised(address who, uint now_);

    /// @notice emits Raised
    function raise(uint to) public {
        require(to > level[msg.sender]);
        level[msg.sender] = to;
        emit Raised(msg.sender, to);
    }

    /// @notice emits Raised
    function forget(uint to) public {
        level[msg.sender] = to;
    }

    /// @notice emits Raised
    function lower(uint to) public {
        require(to < level[msg.sender]);
        level[msg.sender] = to;
        emit Raised(msg.sender, to);
    }
}
