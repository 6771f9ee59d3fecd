// compiler: 0.4.26
// with: transactions
// Pointers to storage that nothing has set point to slot 0, and shifts by negative numbers fail.
pragma solidity ^0.4.0;

contract Local {
    uint x;
    struct S { uint v; }
    function write() public { S s; s.v = 1; }
    function check() public view { assert(x == 0); } // fails
}

contract Result {
    uint x;
    struct S { uint v; }
    function nowhere() internal returns (S storage) { }
    function write() public { S storage s = nowhere(); s.v = 1; }
    function check() public view { assert(x == 0); } // fails
}

contract Shift {
    function left(int x, int y) public pure returns (int z) { require(y < 0); z = x << y; assert(false); }
    function right(int x, int y) public pure returns (int z) { require(y < 0); z = x >> y; assert(false); }
    function known(int x, int y) public pure returns (int z) { z = x << y; assert(y >= 0); }
    function reached(int x, int y) public pure returns (int z) { require(y >= 0); z = x >> y; assert(false); } // fails
}
