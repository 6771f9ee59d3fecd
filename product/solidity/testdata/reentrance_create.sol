// compiler: 0.8.28
// with: infer
// with: transactions
// The constructor of a contract that is created tells the owner, who registers again.
pragma solidity ^0.8.0;

interface IOwner { function created(address account) external; }

contract Account {
    address owner;
    constructor(address o) {
        owner = o;
        IOwner(o).created(address(this));
    }
}

contract Registry {
    mapping(address => uint) accounts;
    function register() public {
        require(accounts[msg.sender] == 0);
        new Account(msg.sender);
        accounts[msg.sender]++;
    }
    function check(address a) public view { assert(accounts[a] <= 1); }
}

contract RegistryFixed {
    mapping(address => uint) accounts;
    function register() public {
        require(accounts[msg.sender] == 0);
        accounts[msg.sender]++;
        new Account(msg.sender);
    }
    function check(address a) public view { assert(accounts[a] <= 1); }
}
