// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "solmate/src/tokens/ERC1155.sol";

contract Token is ERC1155 {
    function mint(uint256 id, uint256 value) public {
        _mint(msg.sender, id, value, "");
    }

    function uri(uint256) public pure override returns (string memory) {
        return "";
    }
}
