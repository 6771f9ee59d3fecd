// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: assert

bytes constant known = hex"030102";
bytes constant also = known;

contract Same {
    function callee(uint, uint) external {}

    function literals() public pure {
        assert(keccak256(abi.encodePacked("ab")) == keccak256(abi.encodePacked(bytes("ab"))));
        assert(keccak256(abi.encode("ab")) == keccak256(abi.encode(string("ab")))); // not known here
        assert(keccak256(abi.encode("ab")) == keccak256(abi.encode(bytes("ac")))); // not so
    }

    function signatures(string memory s, string memory t, uint x) public pure {
        assert(keccak256(abi.encodeWithSignature(s, x)) == keccak256(abi.encodeWithSignature(s, x)));
        assert(abi.encodeWithSignature(s, x).length == 36);
        assert(keccak256(abi.encodeWithSignature(s, x)) == keccak256(abi.encodeWithSignature(t, x))); // not so
    }

    function pointers(uint x, uint y) public view {
        function (uint, uint) external f = this.callee;
        assert(keccak256(abi.encodeCall(f, (x, y))) == keccak256(abi.encodeCall(this.callee, (x, y))));
        assert(keccak256(abi.encodeCall(f, (x, y))) == keccak256(abi.encodeCall(f, (y, x)))); // not so
    }

    function constants() public pure {
        bytes memory a = also;
        assert(a.length == 3 && a[0] == 0x03 && a[2] == 0x02);
        a[0] = 0x07;
        bytes memory b = known;
        assert(b[0] == 0x03);
        assert(b[0] == a[0]); // violated
    }
}
