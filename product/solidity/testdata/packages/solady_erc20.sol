// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "solady/src/tokens/ERC20.sol";

contract Token is ERC20 {
    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function name() public pure override returns (string memory) {
        return "T";
    }

    function symbol() public pure override returns (string memory) {
        return "T";
    }
}
