// compiler: 0.8.28
// spec: erc20
// with: transactions
// via-ir: no
// for: long
// Tokens whose transfers change what they should not.
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

contract Overwrites is Token {
    function move(address from, address to, uint256 value) internal override {
        balanceOf[from] -= value;
        balanceOf[to] = value;
    }
}

contract MintsInTransfer is Token {
    function transfer(address to, uint256 value) public override returns (bool) {
        if (to == owner) {
            totalSupply += 1;
            balanceOf[to] += 1;
        }
        move(msg.sender, to, value);
        return true;
    }
}

contract BurnsForZero is Token {
    function move(address from, address to, uint256 value) internal override {
        balanceOf[from] -= value;
        if (to == address(0)) totalSupply -= value;
        else balanceOf[to] += value;
    }
}

contract ApprovesInTransfer is Token {
    function transfer(address to, uint256 value) public override returns (bool) {
        allowance[msg.sender][to] = value;
        move(msg.sender, to, value);
        return true;
    }
}

contract FalseChanges is Token {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        balanceOf[from] -= value;
        if (allowance[from][msg.sender] < value) return false;
        allowance[from][msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract SleepsWhenPaused is Token {
    uint256 internal paused;

    function pause() public {
        paused += 1;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (paused == 2) return true;
        move(msg.sender, to, value);
        return true;
    }
}
