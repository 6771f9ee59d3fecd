// compiler: 0.8.28
// machine: prague
// with: transactions
// Since EVM version prague the account that pays for a transaction may have code, which may call back.
pragma solidity ^0.8.0;

contract Payer {
    mapping(address => uint) owed;

    function put() public payable { owed[msg.sender] += msg.value; }

    function take(uint amount) public {
        require(msg.sender == tx.origin);
        require(owed[msg.sender] >= amount);
        uint before = msg.sender.balance;
        uint own = owed[msg.sender];
        uint had = address(this).balance;
        (bool ok, bytes memory data) = msg.sender.call{value: amount}("");
        assert(ok == (had >= amount));
        require(ok);
        assert(data.length == 0);
        assert(msg.sender.balance == before + amount);
        assert(owed[msg.sender] == own);
        owed[msg.sender] -= amount;
    }


    // The sender may be a contract.
    function give(uint amount) public {
        uint own = owed[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        assert(owed[msg.sender] == own);
    }

    // A contract does not pay for transactions.
    function self() public view { assert(tx.origin != address(this)); }
}

// for: check
