// with: unneeded
// compiler: 0.8.28
// Annotations that hold, but that nothing needs, beside others that are needed.
pragma solidity ^0.8.0;

/// @notice invariant total >= taken
/// @notice invariant steps >= 0
contract Store {
    uint256 total;
    uint256 taken;
    uint256 steps;

    /// @notice precondition amount > 0
    /// @notice precondition amount <= 1000
    /// @notice postcondition amount <= 1000
    /// @notice postcondition left >= amount
    /// @notice postcondition total >= taken
    /// @notice modifies taken
    /// @notice modifies steps
    function book(uint256 amount) internal returns (uint256 left) {
        require(total - taken >= amount);
        taken += amount;
        return 2 * amount;
    }

    /// @notice modifies total
    /// @notice modifies taken
    function put(uint256 amount) public {
        total += amount;
    }

    /// @notice modifies taken
    /// @notice modifies steps
    function take(uint256 amount) public {
        require(amount > 0 && amount <= 1000);
        uint256 left = book(amount);
        assert(left >= amount);
    }

    function rest() public view returns (uint256) {
        assert(taken <= total);
        return total - taken;
    }
}

/// @notice invariant n > 0
contract Unestablished {
    uint256 n;

    function divide(uint256 x) public view returns (uint256) {
        assert(n != 0);
        return x / n;
    }
}
