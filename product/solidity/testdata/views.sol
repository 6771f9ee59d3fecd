// compiler: 0.8.28
// via-ir: no
// Annotations call view functions that return an expression.
pragma solidity ^0.8.0;

/// @notice invariant sum(balanceOf) == totalSupply()
/// @notice invariant isRich(address(0)) ==> totalSupply() > 100
contract Bank {
    mapping(address => uint256) private accounts;
    uint256 private total;

    function totalSupply() public view returns (uint256) {
        return total;
    }

    function balanceOf(address a) public view virtual returns (uint256) {
        return accounts[a];
    }

    function isRich(address a) public view returns (bool) {
        return balanceOf(a) > 100;
    }

    /// @notice postcondition balanceOf(to) == old(balanceOf(to)) + x
    function put(address to, uint256 x) public {
        accounts[to] += x;
        total += x;
    }

    /// @notice postcondition isRich(msg.sender) ==> old(isRich(msg.sender))
    function take(uint256 x) public {
        accounts[msg.sender] -= x;
        total -= x;
    }

    /// @notice postcondition balanceOf(to) == old(balanceOf(to))
    function wrong(address to) public {
        accounts[to] += 1;
        total += 1;
    }
}
