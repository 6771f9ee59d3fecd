// compiler: 0.8.28
// checks: assert
// with: transactions
// Pointers to storage that are assigned in loops.
pragma solidity ^0.8.0;

contract Pointers {
    struct Node { uint value; uint next; }
    struct Tree { uint value; mapping(uint => Tree) kids; }
    mapping(uint => Node) nodes;
    mapping(uint => mapping(uint => Node)) table;
    uint[] list;
    uint[] other;
    Tree root;

    function each(uint n) public {
        Node storage p = nodes[0];
        for (uint i = 0; i < n && i < 3; i++) { p = nodes[i]; p.value = i; }
        assert(n < 1 || nodes[0].value == 0);
    }

    function before(uint n) public {
        Node storage p = nodes[0];
        p.value = 9;
        for (uint i = 0; i < n && i < 3; i++) {
            assert(i == 0 || p.value == i - 1);
            p = nodes[i];
            p.value = i;
        }
        assert(p.value != 1); // n may be 2
    }

    function walk() public view returns (uint c) {
        Node storage p = nodes[0];
        while (p.next != 0) { p = nodes[p.next]; c++; }
        assert(p.next == 0);
    }

    function choose(bool b) public {
        delete list;
        delete other;
        uint[] storage a = list;
        for (uint i; i < 2; ++i) { a.push(i); if (b) a = other; }
        assert(list.length == (b ? 1 : 2));
    }

    function chooseWrong(bool b) public {
        delete list;
        delete other;
        uint[] storage a = list;
        for (uint i; i < 2; ++i) { a.push(i); if (b) a = other; }
        assert(list.length == 2);
    }

    function nested() public {
        Node storage p = nodes[7];
        for (uint i = 0; i < 2; i++) {
            for (uint j = 0; j < 2; j++) { p = table[i][j]; p.value = 2 * i + j; }
        }
        assert(p.value == 3);
        assert(table[1][1].value == 3);
    }

    function swap() public {
        delete list;
        delete other;
        uint[] storage a = list;
        uint[] storage b = other;
        for (uint i = 0; i < 3; i++) { a.push(i); (a, b) = (other, list); }
        assert(list.length == 1);
        assert(other.length == 2);
    }

    function descend(uint n) public view {
        Tree storage t = root;
        for (uint i = 0; i < n; i++) { t = t.kids[i]; } // depends on the pointer
        assert(t.value >= 0);
    }
}
