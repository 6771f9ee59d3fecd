// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// What is written to an element after its removal appears again when push() makes the element.
contract Lists {
    uint[][] lists;

    function popped() public {
        delete lists;
        lists.push();
        uint[] storage p = lists[0];
        lists.pop();
        p.push(66);
        lists.push();
        assert(lists[0].length == 1 && lists[0][0] == 66);
    }

    function deleted() public {
        lists.push();
        uint[] storage p = lists[0];
        delete lists;
        p.push(66);
        lists.push();
        assert(lists[0].length == 0); // fails
    }

    function leave() public {
        uint[] storage p = lists.push();
        lists.pop();
        p.push(8);
    }

    function later() public {
        uint[] storage p = lists.push();
        assert(p.length == 0); // fails after leave
    }

    function cleared() public {
        delete lists;
        uint[] storage p = lists.push();
        lists.pop();
        p.push(7);
        lists.push();
        lists.pop(); // clears what was written
        lists.push();
        assert(lists[0].length == 0);
    }
}

contract Kept {
    struct Book { uint n; mapping(uint => uint) pages; }
    Book[] books;

    function drop() public {
        Book storage b = books.push();
        b.n = 6;
        b.pages[1] = 5;
        books.pop();
    }

    function again() public {
        drop();
        Book storage b = books.push();
        assert(b.pages[1] == 5);
        assert(b.n == 0);
    }

    function open() public {
        Book storage b = books.push();
        assert(b.n == 0);
        assert(b.pages[1] == 0); // fails after drop
    }
}

// Nothing is written to removed elements.
contract Careful {
    struct Item { uint id; uint[] parts; }
    Item[] items;

    function add(uint id) public {
        Item storage i = items.push();
        assert(i.id == 0 && i.parts.length == 0);
        i.id = id;
        i.parts.push(id);
    }

    function drop() public { items.pop(); }
}
