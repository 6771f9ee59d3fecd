// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// via-ir: yes
pragma solidity ^0.8.0;

// The order of evaluation and of initialisers, as the intermediate representation does it. Each digit is an evaluation.
library Digits {
    function three(uint a, uint b, uint c) internal pure returns (uint) { return a * 100 + b * 10 + c; }
}

contract Order {
    using Digits for uint;
    struct S { uint a; uint b; uint c; }
    event E(uint indexed a, uint b, uint indexed c, uint d);
    uint t;

    function n(uint k) internal returns (uint) { t = t * 10 + k; return k; }

    function sum() public { t = 0; n(1) + n(2) * n(3); assert(t == 123); }

    function shift() public { t = 0; n(1) << n(2); assert(t == 12); }

    function power() public { t = 0; n(1) ** n(2); assert(t == 12); }

    function compared() public { t = 0; bool b = n(1) < n(2); b; assert(t == 12); }

    function variables() public pure { uint a = 1; assert(++a + a == 4); }

    function assignment() public pure { uint a = 1; assert((a = 5) + a == 10); }

    function storageFirst() public { t = 5; assert(t + n(1) == 6); }

    function modulo() public { t = 0; addmod(n(1), n(2), n(3)); mulmod(n(4), n(5), n(6)); assert(t == 123456); }

    function arguments() public { t = 0; Digits.three(n(1), n(2), n(3)); assert(t == 123); }

    function receiver() public { t = 0; n(1).three(n(2), n(3)); assert(t == 123); }

    function named() public { t = 0; Digits.three({c: n(1), a: n(2), b: n(3)}); assert(t == 123); }

    function struct_() public { t = 0; S memory s = S({c: n(1), a: n(2), b: n(3)}); s; assert(t == 123); }

    function event_() public { t = 0; emit E(n(1), n(2), n(3), n(4)); assert(t == 1234); }

    function tuple() public { t = 0; (n(1), n(2)); assert(t == 12); }
}

contract Steps {
    uint t;
    function n(uint k) internal returns (uint) { t = t * 10 + k; return k; }
}

contract First is Steps { uint a = n(1); constructor(uint p) { n(2); p; } }

contract Second is Steps { uint b = n(3); constructor(uint p) { n(4); p; } }

contract Both is First, Second {
    uint d = n(7);
    constructor() First(n(5)) Second(n(6)) { n(8); assert(t == 65123478); }
}

contract Modified is Steps {
    bool active = true;
    modifier twice() { _; _; }
    modifier stops() { _; active = false; _; }
    modifier before(uint k) { n(k); _; n(k); _; }
    modifier never(uint k) { if (k == 9) _; }

    function f(uint a) internal twice returns (uint r) { r = a++; }

    function g() internal stops returns (uint r) { if (active) r = 1; }

    function h(uint a) internal before(a++) returns (uint r) { r = r + a; a = a + 5; n(a); }

    function i() internal never(r = 5) returns (uint r) { n(r); }

    function parameters() public { assert(f(0) == 0); }

    function results() public { active = true; assert(g() == 0); }

    function arguments() public { t = 0; uint r = h(1); assert(t * 100 + r == 171702); }

    function notCalled() public { assert(i() == 0); }
}
