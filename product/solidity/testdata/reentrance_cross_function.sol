// compiler: 0.8.28
// with: infer
// with: transactions
// Re-entrance into another function that uses the same state.
pragma solidity ^0.8.0;

contract CrossFunction {
    mapping(address => uint) balances;
    uint credits;

    function deposit() public payable {
        balances[msg.sender] += msg.value;
        credits += msg.value;
    }

    function transfer(address to, uint amount) public {
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }

    function withdraw() public {
        uint amount = balances[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        credits -= balances[msg.sender];
        balances[msg.sender] = 0;
        assert(credits <= address(this).balance);
    }
}

contract CrossFunctionFixed {
    mapping(address => uint) balances;
    uint credits;

    function deposit() public payable {
        balances[msg.sender] += msg.value;
        credits += msg.value;
    }

    function transfer(address to, uint amount) public {
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }

    function withdraw() public {
        uint amount = balances[msg.sender];
        balances[msg.sender] = 0;
        credits -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        assert(credits <= address(this).balance);
    }
}
