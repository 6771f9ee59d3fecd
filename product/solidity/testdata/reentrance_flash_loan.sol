// compiler: 0.8.28
// with: infer
// with: transactions
// A flash loan that is paid back as a deposit.
pragma solidity ^0.8.0;

interface IBorrower { function lent() external payable; }

contract Flash {
    mapping(address => uint) balances;
    uint credits;

    function deposit() public payable {
        balances[msg.sender] += msg.value;
        credits += msg.value;
    }

    function lend(uint amount) public {
        uint owed = credits;
        uint before = address(this).balance;
        IBorrower(msg.sender).lent{value: amount}();
        require(address(this).balance >= before);
        assert(credits == owed);
    }

    function withdraw(uint amount) public {
        balances[msg.sender] -= amount;
        credits -= amount;
        payable(msg.sender).transfer(amount);
    }
}

contract FlashFixed {
    mapping(address => uint) balances;
    uint credits;
    bool lending;

    function deposit() public payable {
        require(!lending);
        balances[msg.sender] += msg.value;
        credits += msg.value;
    }

    function lend(uint amount) public {
        require(!lending);
        lending = true;
        uint owed = credits;
        uint before = address(this).balance;
        IBorrower(msg.sender).lent{value: amount}();
        require(address(this).balance >= before);
        assert(credits == owed);
        lending = false;
    }

    function withdraw(uint amount) public {
        require(!lending);
        balances[msg.sender] -= amount;
        credits -= amount;
        payable(msg.sender).transfer(amount);
    }
}
