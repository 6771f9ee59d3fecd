// compiler: 0.8.28
// with: infer
// with: transactions
// A lock that one function does not look at.
pragma solidity ^0.8.0;

contract MissingLock {
    mapping(address => uint) balances;
    uint credits;
    bool locked;
    modifier guarded() { require(!locked); locked = true; _; locked = false; }

    function deposit() public payable guarded {
        balances[msg.sender] += msg.value;
        credits += msg.value;
    }

    function withdraw() public guarded {
        uint amount = balances[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        assert(balances[msg.sender] == amount);
        credits -= balances[msg.sender];
        balances[msg.sender] = 0;
    }

    function transfer(address to, uint amount) public {
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }
}

contract MissingLockFixed {
    mapping(address => uint) balances;
    uint credits;
    bool locked;
    modifier guarded() { require(!locked); locked = true; _; locked = false; }

    function deposit() public payable guarded {
        balances[msg.sender] += msg.value;
        credits += msg.value;
    }

    function withdraw() public guarded {
        uint amount = balances[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        assert(balances[msg.sender] == amount);
        credits -= balances[msg.sender];
        balances[msg.sender] = 0;
    }

    function transfer(address to, uint amount) public guarded {
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }
}
