// compiler: 0.8.28
// checks: all
pragma solidity ^0.8.0;

// selfdestruct ends the call and sends the ether away, but not what goes to the contract itself: that
// stays since EVM version cancun, and the contract lives on.
contract Gone {
    address payable owner;
    uint n;

    /// @notice postcondition address(this).balance == 0
    function close(address payable to) public {
        selfdestruct(to);
    }

    /// @notice precondition to != address(this)
    /// @notice postcondition address(this).balance == 0
    function away(address payable to) public {
        selfdestruct(to);
    }

    /// @notice postcondition address(this).balance == __verifier_old_uint(address(this).balance)
    function itself() public {
        selfdestruct(payable(address(this)));
    }

    function nothingBehind(address payable to) public {
        selfdestruct(to);
        assert(false);
    }
}

/// @notice invariant n == 0
contract Lives {
    uint n;

    function close(address payable to) public {
        n = 1;
        selfdestruct(to);
    }
}
