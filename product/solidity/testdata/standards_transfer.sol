// compiler: 0.8.28
// spec: erc20
// with: transactions
// via-ir: no
// for: long
// Tokens whose transfers are wrong, each in its own way, and one without an error.
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

contract Checks is Token {
    function move(address from, address to, uint256 value) internal override {
        uint256 has = balanceOf[from];
        require(to != address(0) && value <= has);
        unchecked {
            balanceOf[from] = has - value;
            balanceOf[to] += value;
        }
    }
}

// Returns false instead of reverting, and then has changed nothing; that is an error only for 'returns true'.
contract Refuses is Token {
    function transfer(address to, uint256 value) public override returns (bool) {
        if (balanceOf[msg.sender] < value) return false;
        move(msg.sender, to, value);
        return true;
    }
}

contract FeeNotDeducted is Token {
    function transfer(address to, uint256 value) public override returns (bool) {
        move(msg.sender, to, value);
        balanceOf[owner] += value / 50;
        return true;
    }
}

contract FeeOfReceiver is Token {
    function transfer(address to, uint256 value) public override returns (bool) {
        move(msg.sender, to, value);
        move(to, owner, value / 10);
        return true;
    }
}

contract Wraps is Token {
    function move(address from, address to, uint256 value) internal override {
        unchecked {
            balanceOf[from] -= value;
            balanceOf[to] += value;
        }
    }
}

contract DoublesToItself is Token {
    function move(address from, address to, uint256 value) internal override {
        uint256 rest = balanceOf[from] - value;
        uint256 more = balanceOf[to] + value;
        balanceOf[from] = rest;
        balanceOf[to] = more;
    }
}
