// compiler: 0.8.28
// with: infer
// with: transactions
// A token that tells the receiver, as ERC-777 does, before its books are right.
pragma solidity ^0.8.0;

interface IRecipient { function tokensReceived(address from, address to, uint amount) external; }

contract Hooked {
    mapping(address => uint) balances;
    uint supply;
    uint booked;

    function mint() public payable {
        balances[msg.sender] += msg.value;
        booked += msg.value;
        supply += msg.value;
    }

    function send(address to, uint amount) public {
        uint left = balances[msg.sender] - amount;
        IRecipient(to).tokensReceived(msg.sender, to, amount);
        booked = booked - balances[msg.sender] + left;
        balances[msg.sender] = left;
        balances[to] += amount;
        booked += amount;
    }

    function check() public view { assert(booked == supply); }
}

contract HookedFixed {
    mapping(address => uint) balances;
    uint supply;
    uint booked;

    function mint() public payable {
        balances[msg.sender] += msg.value;
        booked += msg.value;
        supply += msg.value;
    }

    function send(address to, uint amount) public {
        uint left = balances[msg.sender] - amount;
        booked = booked - balances[msg.sender] + left;
        balances[msg.sender] = left;
        balances[to] += amount;
        booked += amount;
        IRecipient(to).tokensReceived(msg.sender, to, amount);
    }

    function check() public view { assert(booked == supply); }
}
