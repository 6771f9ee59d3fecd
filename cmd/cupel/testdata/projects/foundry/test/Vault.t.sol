// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract VaultTest {
    function test() external pure {
        assert(false);
    }
}
