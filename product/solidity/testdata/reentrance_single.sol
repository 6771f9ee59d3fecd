// compiler: 0.8.28
// with: infer
// with: engines
// with: transactions
// Re-entrance into the same function: what is paid out is booked too late.
pragma solidity ^0.8.0;

contract Single {
    mapping(address => uint) balances;
    uint received;
    uint paid;

    function deposit() public payable {
        balances[msg.sender] += msg.value;
        received += msg.value;
    }

    function withdraw() public {
        uint amount = balances[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        balances[msg.sender] = 0;
        paid += amount;
    }

    function check() public view { assert(paid <= received); }
}

contract SingleFixed {
    mapping(address => uint) balances;
    uint received;
    uint paid;

    function deposit() public payable {
        balances[msg.sender] += msg.value;
        received += msg.value;
    }

    function withdraw() public {
        uint amount = balances[msg.sender];
        balances[msg.sender] = 0;
        paid += amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
    }

    function check() public view { assert(paid <= received); }
}
