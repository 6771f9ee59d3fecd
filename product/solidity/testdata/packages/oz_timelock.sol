// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/governance/TimelockController.sol";

contract Timelock is TimelockController {
    constructor(uint256 delay, address[] memory proposers, address[] memory executors)
        TimelockController(delay, proposers, executors, msg.sender) {}
}
