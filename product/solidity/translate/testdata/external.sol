// Calls of unknown code need the invariants and leave any state that satisfies them; transfers run no code.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

interface Token { function transfer(address to, uint x) external returns (bool); function read() external view returns (uint); }

/// @notice invariant __verifier_sum_uint(booked) <= address(this).balance
contract External {
    mapping(address => uint) booked;
    Token token;
    uint immutable fixedAt;
    constructor(Token t) { token = t; fixedAt = block.timestamp; }

    function put() public payable { booked[msg.sender] += msg.value; }
    function unsafe() public {
        uint x = booked[msg.sender];
        (bool ok, ) = msg.sender.call{value: x}("");
        require(ok);
        booked[msg.sender] = 0;
    }
    function safe() public { uint x = booked[msg.sender]; booked[msg.sender] = 0; payable(msg.sender).transfer(x); }
    function maybe() public returns (bool) { return payable(msg.sender).send(1); }
    function other(address to) public { require(token.transfer(to, 1)); assert(token.read() == token.read()); }
    function self(uint x) public returns (uint) { return this.twice(x); }
    function twice(uint x) public pure returns (uint) { return 2 * x; }
    function low(address a) public view returns (bool ok) { (ok, ) = a.staticcall(abi.encodeWithSelector(Token.read.selector)); }
    function create() public returns (address) { return address(new Made{value: 0}(3)); }
    function end() public { selfdestruct(payable(msg.sender)); }
    receive() external payable {}
    fallback() external {}
}

contract Made {
    uint public n;
    constructor(uint x) payable { n = x; }
    function get() public view returns (uint) { return n; }
}
