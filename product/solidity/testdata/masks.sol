// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: all

interface Known {
    function first() external;
    function second() external;
}

contract Masks {
    function set(uint x, int z) public pure {
        assert((x | 8) & 8 == 8);
        assert((x ^ 4) ^ 4 == x);
        assert((x & 0x100) & 2 == 0);
        assert(x % 2 == 1 || (x | 1) == x + 1);
        assert((z & 1) >= 0 && (z | 2) >= z);
        assert((x | 8) & 4 == 0); // not so
    }

    function constants() public pure {
        bytes4 both = Known.first.selector ^ Known.second.selector;
        assert(both == type(Known).interfaceId);
        assert(both == Known.first.selector); // not so
    }

    function shift(int a, uint8 b) public pure {
        require(a == -9 && b >= 1 && b <= 2);
        assert(a >> b == -5 || a >> b == -3);
        assert(a >> b == -4 || a >> b == -3); // not so
    }

    function index(bytes4 w) public pure {
        assert(w[0][0] == w[0] && w[3] == bytes1(uint8(uint32(w))));
    }

    uint[4][3] table;

    function lengths(uint i) public view {
        assert(table[i].length == 4); // it is evaluated: the index may be out of bounds
    }
}
