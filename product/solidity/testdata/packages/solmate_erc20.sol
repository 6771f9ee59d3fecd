// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "solmate/src/tokens/ERC20.sol";

contract Token is ERC20 {
    constructor(uint256 supply) ERC20("T", "T", 18) {
        _mint(msg.sender, supply);
    }
}
