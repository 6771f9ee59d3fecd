// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/governance/extensions/GovernorCountingSimple.sol";
import "@openzeppelin/contracts/governance/extensions/GovernorVotes.sol";

contract Assembly is GovernorCountingSimple, GovernorVotes {
    constructor(IVotes token) Governor("A") GovernorVotes(token) {}

    function votingDelay() public pure override returns (uint256) {
        return 1 days;
    }

    function votingPeriod() public pure override returns (uint256) {
        return 1 weeks;
    }

    function quorum(uint256) public pure override returns (uint256) {
        return 1000;
    }
}
