// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

contract Token is ERC1155 {
    constructor() ERC1155("u") {}

    function mint(uint256 id, uint256 value) public {
        _mint(msg.sender, id, value, "");
    }
}
