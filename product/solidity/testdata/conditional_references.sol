// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

contract Conditional {
    struct S {
        uint x;
        uint[] list;
    }
    uint[] a;
    uint[] b;
    S s;
    S t;
    mapping(uint => S) m;
    uint n;

    function lists(bool c) public {
        delete a;
        delete b;
        (c ? a : b).push(3);
        assert(a.length + b.length == 1);
        assert(c ? a[0] == 3 : b[0] == 3);
    }

    function wrong(bool c) public {
        delete a;
        delete b;
        (c ? a : b).push(3);
        assert(a.length == 1); // unless c
    }

    function next() internal returns (uint) {
        return ++n;
    }

    function effects(bool c) public {
        n = 0;
        S storage p = c ? m[next()] : m[7];
        p.x = 5;
        assert(n == (c ? 1 : 0));
        assert(m[c ? 1 : 7].x == 5);
    }

    function nested(bool c, bool d) public {
        s.x = 0;
        t.x = 0;
        m[1].x = 0;
        S storage p = c ? (d ? s : t) : m[1];
        p.x = 1;
        assert(s.x + t.x + m[1].x == 1);
    }

    function memory_(bool c) public pure {
        uint[] memory p = new uint[](2);
        uint[] memory q = new uint[](3);
        uint[] memory r = c ? p : q;
        r[0] = 9;
        assert(c ? p[0] == 9 && q[0] == 0 : q[0] == 9 && p[0] == 0);
        assert(r.length == (c ? 2 : 3));
    }

    function copies(bool c) public {
        s.x = 1;
        t.x = 2;
        S memory p = c ? s : t;
        p.x = 7;
        assert(s.x == 1 && t.x == 2);
    }

    function tuples(bool c, uint v) public {
        (uint x, uint y) = c ? (v, next()) : (uint(1), 2);
        assert(c ? x == v && y == n : x == 1 && y == 2);
        assert(x != 1); // fails
    }
}
