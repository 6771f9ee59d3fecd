// Bits of large types are approximated unless the numbers are bit-vectors.
// compiler: 0.8.28
// arithmetic: checked
// arithmetic: bv
pragma solidity ^0.8.0;

contract Bits {
    bytes4 tag;
    function mask(uint x) public pure returns (uint) { return x & 0xff; }
    function xor(uint x, uint y) public pure returns (uint) { return x ^ y; }
    function left(uint x) public pure returns (uint) { return x << 8; }
    function right(int x) public pure returns (int) { return x >> 4; }
    function narrow(bytes32 b) public { tag = bytes4(b); }
    function byteAt(bytes4 b, uint i) public pure returns (bytes1) { return b[i]; }
    function number(bytes4 b) public pure returns (uint32) { return uint32(b); }
    function same() public view returns (bool) { return tag == 0x01020304; }
}
