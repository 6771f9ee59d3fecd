// compiler: 0.8.28
// spec: erc20
// with: transactions
// via-ir: no
// A token that does what the standard says, one with errors, one whose transfer always reverts, one without a function.
pragma solidity ^0.8.0;

contract Token {
    uint256 internal supply;
    mapping(address => uint256) internal balances;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint256 value) {
        supply = value;
        balances[msg.sender] = value;
    }

    function totalSupply() public view returns (uint256) {
        return supply;
    }

    function balanceOf(address account) public view returns (uint256) {
        return balances[account];
    }

    function transfer(address recipient, uint256 amount) public virtual returns (bool) {
        balances[msg.sender] -= amount;
        unchecked {
            balances[recipient] += amount;
        }
        return true;
    }

    function transferFrom(address sender, address recipient, uint256 amount) public virtual returns (bool) {
        allowance[sender][msg.sender] -= amount;
        balances[sender] -= amount;
        unchecked {
            balances[recipient] += amount;
        }
        return true;
    }

    function approve(address spender, uint256 amount) public returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }
}

contract Wrong is Token(1000) {
    function transferFrom(address sender, address recipient, uint256 amount) public override returns (bool) {
        require(allowance[sender][msg.sender] >= amount);
        balances[sender] -= amount;
        balances[recipient] += amount;
        return true;
    }

    function mint() public {
        balances[msg.sender] += 1;
    }
}

contract Bound is Token(1) {
    function transfer(address, uint256) public pure override returns (bool) {
        revert("bound");
    }
}

contract Less {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    function transfer(address to, uint256 amount) public returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function approve(address, uint256) public pure {}

    function allowance(address, address) public pure returns (uint256) {
        return 0;
    }

    function transferFrom(address, address, uint256) public pure returns (bool) {
        return false;
    }
}
