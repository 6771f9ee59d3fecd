// compiler: 0.8.28
// spec: erc20
// with: transactions
// via-ir: no
// for: long
// Tokens that spend allowances wrongly.
pragma solidity ^0.8.0;

abstract contract Token {
    uint256 public totalSupply = 100;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address internal owner = msg.sender;

    constructor() {
        balanceOf[msg.sender] = 100;
    }

    function transfer(address to, uint256 value) public virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public virtual returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) public virtual returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function spend(address from, uint256 value) internal virtual {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
    }

    function move(address from, address to, uint256 value) internal virtual {
        balanceOf[from] -= value;
        balanceOf[to] += value;
    }
}

contract KeepsAllowance is Token {
    function spend(address from, uint256 value) internal view override {
        require(allowance[from][msg.sender] >= value);
    }
}

contract IgnoresAllowance is Token {
    function spend(address, uint256) internal pure override {}
}

contract OtherAllowance is Token {
    function spend(address from, uint256 value) internal override {
        allowance[msg.sender][from] -= value;
    }
}

contract ClearsAllowance is Token {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        spend(from, value);
        move(from, to, value);
        delete allowance[from][to];
        return true;
    }
}

contract SpendsInfinity is Token {
    function spend(address from, uint256 value) internal override {
        if (allowance[from][msg.sender] == type(uint256).max) allowance[from][msg.sender] = value;
        else allowance[from][msg.sender] -= value;
    }
}

contract Backdoor is Token {
    function spend(address from, uint256 value) internal override {
        if (msg.sender != owner) super.spend(from, value);
    }
}
