// What overflows: reverts, wraps, is reported, or does not exist, by arithmetic.
// compiler: 0.7.6
// arithmetic: int
// arithmetic: mod
// arithmetic: mod-overflow
// arithmetic: bv
pragma solidity ^0.7.0;

contract Arithmetic {
    uint8 small;
    int16 signed;

    function add(uint8 x, uint8 y) public { small = x + y; }
    function sub(uint8 x) public { small -= x; }
    function mul(int16 x, int16 y) public { signed = x * y; }
    function negate() public { signed = -signed; }
    function divide(int16 x, int16 y) public pure returns (int16 q, int16 r) { q = x / y; r = x % y; }
    function power(uint8 x) public { small = x ** 2; }
    function step() public { small++; --signed; }
    function cast(uint16 x) public { small = uint8(x); signed = int16(x); }
    function mask(uint8 x) public pure returns (uint8) { return (x & 0x0f) | 0x80; }
    function shift(uint8 x) public pure returns (uint8) { return (x << 3) >> 1; }
    function flip(uint8 x) public pure returns (uint8) { return ~x ^ x; }
    function compare(int16 x, int16 y) public pure returns (bool) { return x < y || x == y; }
    function modular(uint8 x) public pure returns (uint) { return addmod(x, 3, 5) + mulmod(x, x, 7); }
}
