// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "solmate/src/auth/Owned.sol";

contract Thing is Owned(msg.sender) {}
