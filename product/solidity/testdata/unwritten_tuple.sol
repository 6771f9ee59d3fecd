// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: all
// with: transactions

contract Tuples {
    uint[2] pair;
    bytes text;
    uint n;

    function set(uint k) public {
        ((pair[1], n)) = ((k, ((k))));
    }

    function append() public {
        (text).push("a");
    }

    function get() public view {
        assert(pair[1] == 0); // violated
    }

    function none() public view {
        assert(text.length == 0); // violated
    }

    function nested() public pure {
        bytes memory b = new bytes(2);
        uint i;
        ((b[1], i)) = ((bytes1("x"), 7));
        assert(b[1] == "x" && b[0] == 0 && i == 7);
        assert(i == 8); // violated
    }
}
