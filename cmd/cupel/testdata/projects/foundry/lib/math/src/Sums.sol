// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;

library Sums {
    function plus(uint256 a, uint256 b) internal pure returns (uint256) {
        return a + b;
    }
}

contract NotOurs {
    function wrong() external pure {
        assert(false);
    }
}
