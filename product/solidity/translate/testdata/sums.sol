// Sums over mappings and arrays change with each write; what assigns a whole collection makes them arbitrary.
// compiler: 0.7.6
// arithmetic: mod
pragma solidity ^0.7.0;

/// @notice invariant __verifier_sum_uint(balances) == total
contract Sums {
    struct Account { uint amount; uint limit; }
    mapping(address => uint) balances;
    mapping(address => Account) accounts;
    uint[] list;
    uint total;

    function put(uint x) public {
        require(total + x >= total && balances[msg.sender] + x >= x);
        balances[msg.sender] += x;
        total += x;
    }

    function move(address to, uint x) public {
        require(balances[msg.sender] >= x);
        balances[msg.sender] -= x;
        balances[to] += x;
    }

    function clear() public {
        total -= balances[msg.sender];
        delete balances[msg.sender];
    }

    /// @notice postcondition __verifier_sum_uint(list) == __verifier_old_uint(__verifier_sum_uint(list)) + x
    function push(uint x) public { list.push(x); }

    /// @notice postcondition __verifier_sum_uint(list) == 0
    function forget() public { delete list; }

    /// @notice postcondition __verifier_sum_uint(accounts[__verifier_idx_address].amount) >= x
    function open(uint x) public { accounts[msg.sender] = Account(x, 5); }

    function raise() public { accounts[msg.sender].limit += accounts[msg.sender].amount; }

    function pop() public { list.pop(); }
}
