// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

contract Token is ERC20Votes {
    constructor(uint256 supply) ERC20("T", "T") EIP712("T", "1") {
        _mint(msg.sender, supply);
    }
}
