// Checked arithmetic, unchecked blocks, and all checks that can be asked for.
// compiler: 0.8.28
// arithmetic: checked
// checks: all
pragma solidity ^0.8.0;

contract Checked {
    uint8 small;
    int8 signed;
    uint[] list;
    uint[3] three;

    function add(uint8 x) public { small += x; }
    function wrap(uint8 x) public { unchecked { small += x; } }
    function divide(int8 x, int8 y) public returns (int8) { signed = x / y; return x % y; }
    function negate(int8 x) public pure returns (int8) { return -x; }
    function at(uint i) public view returns (uint) { return list[i] + three[i]; }
    function drop() public { list.pop(); }
    function limits() public pure returns (uint8, int8) { return (type(uint8).max, type(int8).min); }
    function shifted(uint8 x, uint y) public pure returns (uint8) { return x << y; }
    function both(uint8 x, uint8 y) public pure returns (bool) { return y != 0 && x / y > 1; }
}
