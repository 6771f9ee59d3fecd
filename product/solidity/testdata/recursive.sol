// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

contract Recursive {
    struct Tree {
        uint value;
        Tree[] children;
        mapping(uint => Tree) named;
    }
    struct Left {
        uint value;
        Right[] rights;
    }
    struct Right {
        uint value;
        Left[] lefts;
    }
    Tree tree;
    Tree other;
    Left left;

    function values(uint v) public {
        tree.value = v;
        other.value = v / 2;
        assert(tree.value == v && other.value <= v);
    }

    function children(uint v) public {
        tree.value = 1;
        tree.children.push();
        Tree storage c = tree.children[0];
        c.value = v;
        assert(tree.value == 1); // a child is not the tree itself
        assert(c.value == v); // true, but not followed
    }

    function aliases() public {
        tree.children.push();
        Tree storage p = tree.children[0];
        Tree storage q = tree.children[0];
        p.value = 1;
        q.value = 2;
        assert(p.value == 1); // fails
    }

    function named(uint k) public {
        tree.named[k].value = 3;
        tree.named[k].named[k].value = 4;
        assert(tree.named[k].value == 3); // true, but not followed
    }

    function mutual() public {
        left.value = 5;
        left.rights.push();
        left.rights[0].lefts.push();
        left.rights[0].lefts[0].value = 6;
        assert(left.value == 5);
    }

    function twice() public view {
        assert(tree.children.length == tree.children.length); // true, but not followed
    }

    struct Node {
        uint value;
        Node[] next;
    }
    Node node;

    function inMemory(uint v) public pure {
        Node memory n;
        n.value = v;
        n.next = new Node[](1);
        n.next[0].value = v / 2;
        assert(n.value == v && n.next[0].value <= v && n.next.length == 1);
    }

    function copied() public {
        node.value = 3;
        node.next.push();
        Node memory m = node;
        m.value = 4;
        assert(node.value == 3 && m.value == 4);
    }
}
