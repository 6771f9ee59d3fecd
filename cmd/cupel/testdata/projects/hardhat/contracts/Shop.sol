// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "@own/tokens/contracts/Price.sol";

contract Shop is Price {
    function sell(uint256 n) external {
        require(n > 0);
        set(n);
        assert(price > 0);
    }
}
