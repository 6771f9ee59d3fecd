// compiler: 0.7.6
// arithmetic: mod-overflow
pragma solidity ^0.7.0;

// A token that transfers to many at once. The amount is checked by a division, as the library of the time does.
/// @notice invariant __verifier_sum_uint(balances) == supply
contract BatchFixed {
    mapping(address => uint) balances;
    uint supply;

    constructor(uint initial) {
        supply = initial;
        balances[msg.sender] = initial;
    }

    function transfer(address to, uint value) public {
        require(balances[msg.sender] >= value);
        balances[msg.sender] -= value;
        balances[to] += value;
    }

    function batchTransfer(address[] memory receivers, uint value) public {
        uint count = receivers.length;
        require(count > 0 && count <= 20);
        uint amount = count * value;
        require(amount / count == value);
        require(value > 0 && balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
        /// @notice invariant i <= count
        /// @notice invariant __verifier_sum_uint(balances) + (count - i) * value == supply
        for (uint i = 0; i < count; i++) {
            balances[receivers[i]] += value;
        }
    }
}
// with: cvc5
