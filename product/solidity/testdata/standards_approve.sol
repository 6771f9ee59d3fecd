// compiler: 0.8.28
// spec: erc20
// with: transactions
// via-ir: no
// for: long
// Tokens that approve wrongly, and whose balances do not sum up to the total supply.
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

contract ApproveAdds is Token {
    function approve(address spender, uint256 value) public override returns (bool) {
        allowance[msg.sender][spender] += value;
        return true;
    }
}

contract ApproveOfOrigin is Token {
    function approve(address spender, uint256 value) public override returns (bool) {
        allowance[tx.origin][spender] = value;
        return true;
    }
}

contract ApproveTakes is Token {
    function approve(address spender, uint256 value) public override returns (bool) {
        if (value == 3) delete balanceOf[spender];
        allowance[msg.sender][spender] = value;
        return true;
    }
}

contract Gift is Token {
    function gift() public {
        balanceOf[msg.sender] += 1;
    }
}

contract BurnsSupply is Token {
    function burn(uint256 value) public {
        totalSupply -= value;
    }
}
