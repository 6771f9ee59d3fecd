// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Interest {
    uint256 rate = 3;

    function check() external view {
        assert(rate == 3);
    }
}
