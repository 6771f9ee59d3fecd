// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Owned} from "@access/Owned.sol";
import {Sums} from "@sums/Sums.sol";
import "math/Bounds.sol";
import "./Interest.sol";

/// @notice invariant sum(deposits) == total
contract Vault is Owned, Interest {
    mapping(address => uint256) deposits;
    uint256 total;

    /// @notice postcondition total == old(total) + amount
    function deposit(uint256 amount) external {
        deposits[msg.sender] = Sums.plus(deposits[msg.sender], amount);
        total += amount;
    }

    function withdraw(uint256 amount) external {
        require(deposits[msg.sender] >= amount);
        deposits[msg.sender] -= amount;
        total -= Bounds.least(amount, 1000);
    }
}
