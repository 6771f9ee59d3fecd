// Assembly and casts where numbers are bit-vectors.
// compiler: 0.8.28
// arithmetic: bv
pragma solidity ^0.8.0;

contract Words {
    uint slotted;
    bytes32 word;
    function mixed(uint x, uint y) public pure returns (uint r) { assembly { r := xor(and(x, y), or(shl(3, x), sar(1, y))) r := byte(31, r) } }
    function divided(uint x, uint y) public pure returns (uint r) { assembly { r := add(div(x, y), smod(x, y)) r := signextend(0, r) } }
    function compared(uint x, uint y) public pure returns (bool b) { assembly { b := or(gt(x, y), and(sgt(x, y), iszero(eq(x, y)))) } }
    function kept(uint x) public { assembly { sstore(slotted.slot, not(x)) } }
    function safe(uint x) public pure returns (uint r) { assembly ("memory-safe") { let p := mload(0x40) mstore(p, x) r := mload(p) } }
    function leave_(uint x) public pure returns (uint r) { assembly { function f(a) -> b { b := 1 if a { leave } b := 2 } r := f(x) } }
    function powers(uint8 x) public pure returns (uint) { return 2 ** x + x ** 3; }
    function signs(int8 x, int16 y) public pure returns (int16) { return x + y / -2; }
    function casts(uint8 x) public pure returns (uint, bytes1, int8) { return (uint256(x), bytes1(x), int8(x)); }
    function moved(uint8 x, uint8 n) public pure returns (uint8) { return (x << n) ^ (x >> n); }
}
