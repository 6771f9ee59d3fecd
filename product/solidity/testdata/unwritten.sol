// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: all
// with: transactions

interface Other {
    function call() external;
}

// Nothing writes to these, also while other code runs.
contract Unwritten {
    mapping(uint => uint) balances;
    uint[] list;
    struct Pair { uint x; bool set; }
    Pair pair;

    function get(uint k, Other o) public {
        mapping(uint => uint) storage m = balances;
        o.call();
        assert(m[k] == 0);
        assert(list.length == 0);
        assert(!pair.set && pair.x == 0);
    }
}

// Only the constructor does.
contract Constructed {
    bytes data;

    constructor(bytes memory d) {
        data = d;
    }

    function same(Other o) public {
        bytes32 before = keccak256(data);
        o.call();
        assert(keccak256(data) == before);
    }

    function empty() public view {
        assert(data.length == 0); // violated
    }
}

// An element is written.
contract Element {
    mapping(uint => uint) balances;

    function put(uint k) public {
        balances[k] = 1;
    }

    function get(uint k) public view {
        assert(balances[k] == 0); // violated
    }
}
