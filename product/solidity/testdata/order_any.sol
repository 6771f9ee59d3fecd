// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// What the code generators of the compiler do differently is known only if it is known which one is used.
contract Any {
    uint n;
    uint[] a;

    function next() internal returns (uint) { n++; return n; }

    function legacy() public { n = 0; uint r = next() * 10 + next(); assert(r == 21); }

    function viaIR() public { n = 0; uint r = next() * 10 + next(); assert(r == 12); }

    function both() public { n = 0; uint r = next() * 10 + next(); assert(r == 12 || r == 21); }

    function neither() public { n = 0; uint r = next() * 10 + next(); assert(r == 33); }

    function assigned() public { delete a; a.push(0); a.push(0); n = 0; a[n] = next(); assert(a[1] == 1); }

    function pure_(uint x) public pure { assert(x + 1 - 1 == x); }
}

contract Base { uint p; constructor() { p = 10; } }

contract Derived is Base {
    uint r = p * 2;
    constructor() { assert(r == 0); }
}
