// compiler: 0.4.26
// arithmetic: mod
pragma solidity ^0.4.24;

/// @notice invariant __verifier_sum_uint(accounts) <= this.balance
contract Bank {
    mapping(address => uint) accounts;

    function Bank() public payable {}

    function () external payable {
        require(accounts[msg.sender] + msg.value >= accounts[msg.sender]);
        accounts[msg.sender] += msg.value;
    }

    function take(uint amount) external {
        require(accounts[msg.sender] >= amount);
        accounts[msg.sender] -= amount;
        if (!msg.sender.call.value(amount)()) throw;
    }

    function takeAll() external {
        uint amount = accounts[msg.sender];
        if (msg.sender.send(amount)) accounts[msg.sender] = 0;
    }

    function give(address to) external {
        msg.sender.transfer(1);
        to;
    }
}
