// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Owned {
    address owner = msg.sender;

    function transferOwnership(address to) external {
        require(msg.sender == owner);
        owner = to;
    }
}
