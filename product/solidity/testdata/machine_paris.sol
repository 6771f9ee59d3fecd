// compiler: 0.8.28
// machine: paris
// Before EVM version cancun what selfdestruct sends to the contract itself is gone.
pragma solidity ^0.8.0;

contract Gone {
    /// @notice postcondition address(this).balance == 0
    function close() public { selfdestruct(payable(address(this))); }

    /// @notice postcondition address(this).balance == 0
    function away(address payable to) public { if (to == address(this)) revert(); selfdestruct(to); }
}
