// SPDX-License-Identifier: MIT
pragma solidity ^0.7.0;

contract Old {
    function wrap(uint8 a) external pure {
        assert(a + 1 > a);
    }
}
