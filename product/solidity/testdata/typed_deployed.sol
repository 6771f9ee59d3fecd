// compiler: 0.8.28
// with: typed
// with: transactions
// A contract whose functions are called by its type is deployed before the contract that calls it, and others may call it, too.
pragma solidity ^0.8.0;

contract Token {
    mapping(address => uint) held;
    constructor(uint n) { held[msg.sender] = n; }
    function holds(address a) public view returns (uint) { return held[a]; }
    function move(address to, uint n) public {
        held[msg.sender] -= n;
        held[to] += n;
    }
}

contract Keeper {
    Token immutable token;
    uint sent;
    constructor(Token t) { token = t; }
    function give(address to, uint n) public {
        sent += n;
        token.move(to, n);
    }
    // Others may give tokens to the keeper.
    function balanced() public view { assert(sent == 0); }
    // It cannot give what it has not got.
    function lent() public view { assert(address(token) != address(0) || sent == 0); }
    // One call of the token cannot change what the keeper has sent.
    function moved(uint n) public {
        uint was = sent;
        token.move(msg.sender, n);
        assert(sent == was);
    }
}
