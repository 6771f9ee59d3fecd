// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: all

contract Environment {
    bytes32 old;
    uint gas;

    function hashes(uint n) public {
        uint m = n;
        assert(blockhash(n) == blockhash(m));
        old = blockhash(n);
        assert(blockhash(n) != blockhash(n + 1)); // not known
    }

    function later(uint n) public view {
        assert(old == blockhash(n)); // not so
    }

    function leave() public {
        uint g = gasleft();
        while (gasleft() > 1000) {
            uint k = gasleft();
            assert(k >= gasleft());
        }
        inside();
        assert(g >= gasleft());
        uint h = this.outside();
        assert(g >= gasleft());
        assert(h >= gasleft()); // not so: what is left of what the caller kept comes back
        gas = gasleft();
    }

    function inside() internal view {
        assert(gas >= gasleft()); // not so: another transaction has its own
    }

    function outside() public view returns (uint) {
        return gasleft();
    }
}

// Nobody can call a contract that has no code yet.
contract Calling {
    uint x;
    uint y;

    constructor(address a) {
        a.call("");
        assert(x == 0);
        assert(address(this).balance == 0); // not so: ether may arrive
    }

    function f(address a) public {
        uint old = y;
        a.call("");
        assert(y == old); // not so
    }

    function set(uint v) public {
        x = v;
        y = v;
    }
}
