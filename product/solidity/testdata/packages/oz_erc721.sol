// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC721/ERC721.sol";

contract Token is ERC721 {
    uint256 private next;

    constructor() ERC721("T", "T") {}

    function mint(address to) public {
        _mint(to, next++);
    }
}
