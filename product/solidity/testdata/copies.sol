// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

contract Copies {
    struct Point {
        uint x;
        uint[2] pair;
    }
    uint[][] grid;
    uint[2][3] table;
    Point[2] ends;
    Point[] path;
    uint immutable k = 7;
    bytes32 salt;

    function fixed_() public {
        table[1][0] = 5;
        uint[2][3] memory t = table;
        assert(t[1][0] == 5);
        t[1][0] = 6;
        assert(table[1][0] == 5 && t[2][0] == table[2][0]);
        table = t;
        assert(table[1][0] == 6);
        t[1][0] = 7;
        assert(table[1][0] == 6);
    }

    function fixedWrong() public {
        uint[2][3] memory t = table;
        t[2][1] = 1;
        assert(table[2][1] == t[2][1]);
    }

    function structs() public {
        ends[1].pair[0] = 3;
        Point[2] memory e = ends;
        assert(e[1].pair[0] == 3);
        e[1].pair[0] = 4;
        e[0].x = 9;
        assert(ends[1].pair[0] == 3);
        ends = e;
        assert(ends[1].pair[0] == 4 && ends[0].x == 9);
        Point[2] memory f = e; // the same object
        f[0].x = 10;
        assert(e[0].x == 10);
    }

    function separate() public pure {
        uint[2][2] memory a;
        a[0][0] = 1;
        assert(a[1][0] == 0);
        uint[2][2] memory b = [a[0], a[1]];
        b[1][1] = 5;
        assert(a[1][1] == 5 && a[0][1] == 0);
    }

    function dynamic() public {
        delete grid;
        grid.push();
        grid[0].push(8);
        uint[][] memory g = grid;
        assert(g.length == 1 && g[0].length == 1 && g[0][0] == 8);
        g[0][0] = 9;
        assert(grid[0][0] == 8);
        assert(g[0][0] == grid[0][0]); // fails
    }

    function lengths(uint n) public pure {
        require(n < 1000);
        uint[][] memory a = new uint[][](n);
        assert(a.length == n);
        if (n > 0) {
            a[0] = new uint[](3);
            assert(a[0].length == 3);
        }
        assert(n < 2 || a[1].length == 0); // true; the elements are not known
    }

    function back(uint n) public {
        require(n > 0 && n < 10);
        Point[] memory p = new Point[](n);
        p[0].x = 4;
        assert(p.length == n && p[0].x == 4);
    }

    function calldata_(uint[2][] calldata a) public pure {
        require(a.length > 0);
        uint[2][] memory m = a;
        assert(m.length == a.length && m[0][1] == a[0][1]);
        m[0][1] = 3;
        assert(m[0][1] == 3);
    }

    function salted(bytes32 s) public {
        Child a = new Child{salt: s}(4);
        Child b = new Child{salt: next()}(5);
        assert(a != b);
        assert(a.n() == 4 || true);
        assert(salt == bytes32(uint(1)));
    }

    function next() internal returns (bytes32) {
        salt = bytes32(uint(1));
        return salt;
    }

    function decoded(Child c) public view returns (uint r) {
        try c.n() returns (uint v) {
            r = v % 4;
        } catch Panic(uint code) {
            r = code == 1 ? 5 : 6;
        } catch {
            r = 7;
        }
        assert(r < 8 && r != 4);
        assert(r < 7); // fails
    }

    function constant_() public view {
        assert(k == 7);
    }

    function wraps(uint8 a) public pure {
        unchecked {
            uint8 b = a + 1;
            assert(a == 255 ? b == 0 : b == a + 1);
        }
    }
}

contract Child {
    uint public n;

    constructor(uint v) {
        n = v;
    }
}
