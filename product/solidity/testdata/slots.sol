// compiler: 0.8.28
// with: transactions
// What nothing is seen to write: pointers to storage may get any slot in assembly, and receivers of ether may call back and write transient variables.
pragma solidity ^0.8.28;

contract Slot {
    uint x;
    struct S { uint v; }
    function write() public { S storage p; assembly { p.slot := x.slot } p.v = 1; }
    function check() public view { assert(x == 0); } // fails
}

library Layout {
    struct Data { uint v; }
    function data() internal pure returns (Data storage d) { assembly { d.slot := 0 } }
    function set() internal { data().v = 5; }
}

contract ByLibrary {
    uint x;
    function write() public { Layout.set(); }
    function check() public view { assert(x == 0); } // fails
}

contract Stipend {
    uint transient x;
    uint y;
    constructor() payable {}
    function set() public { x = 2; y = 2; }
    function byTransfer() public { x = 1; payable(msg.sender).transfer(1); assert(x == 1); } // fails
    function bySend() public { x = 1; if (payable(msg.sender).send(1)) assert(x == 1); } // fails
    function storageStays() public { y = 1; payable(msg.sender).transfer(1); assert(y == 1); }
    function without() public { x = 1; assert(x == 1); }
}
