// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "solmate/src/tokens/WETH.sol";

contract Ether is WETH {}
