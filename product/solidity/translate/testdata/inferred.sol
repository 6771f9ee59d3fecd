// Proposed invariants and locks are checked like written ones, with a mark by which they can be taken out; what is no condition is left out.
// compiler: 0.8.28
// arithmetic: checked
// invariant: n <= 10
// invariant: sum(booked) == total
// invariant: nonsense +
// invariant: missing == 1
// lock: locked n
// lock: address(this).balance > 0 n
pragma solidity ^0.8.0;

contract Inferred {
    uint n;
    bool locked;
    mapping(address => uint) booked;
    uint total;
    function step() public { require(!locked); if (n < 10) n++; }
    function visit(address a) public { require(!locked); locked = true; (bool ok, ) = a.call(""); require(ok); locked = false; }
    function put(uint x) public { require(!locked); booked[msg.sender] += x; total += x; }
}
