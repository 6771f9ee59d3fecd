// Assembly: words, locals, storage of whole variables, loops, functions; what makes state or memory arbitrary.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

contract Assembly {
    uint stored;
    function add(uint x, uint y) public pure returns (uint z) { assembly { z := add(x, mul(y, 2)) } }
    function load() public view returns (uint v) { assembly { v := sload(stored.slot) } }
    function store(uint v) public { assembly { sstore(stored.slot, v) } }
    function anywhere(uint s, uint v) public { assembly { sstore(s, v) } }
    function loop(uint n) public pure returns (uint s) { assembly { for { let i := 0 } lt(i, n) { i := add(i, 1) } { if eq(i, 5) { break } s := add(s, i) } } }
    function choose(uint x) public pure returns (uint r) {
        assembly {
            function twice(a) -> b { b := mul(a, 2) }
            switch x case 0 { r := 7 } case 1 { r := twice(4) } default { revert(0, 0) }
        }
    }
    function signed(int x) public pure returns (bool b) { assembly { b := slt(x, 0) } }
    function bits(uint x) public pure returns (uint r) { assembly { r := and(shr(4, x), not(0)) r := or(r, iszero(x)) } }
    function environment() public view returns (address a, uint t) { assembly { a := caller() t := timestamp() } }
    function scratch(uint x) public pure returns (bytes32 h) { assembly { mstore(0, x) h := keccak256(0, 32) } }
    function beyond(uint x) public pure returns (uint r) { assembly { mstore(0x80, x) r := mload(0x80) } }
    function size(address a) public view returns (uint s) { assembly { s := extcodesize(a) } }
}
