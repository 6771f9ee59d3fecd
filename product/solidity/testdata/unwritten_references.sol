// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: all
// with: transactions

// Written through a reference.
contract Pointed {
    mapping(uint => uint) balances;
    uint[] list;

    function put(uint k) public {
        mapping(uint => uint) storage m = balances;
        m[k] = 1;
    }

    function append() public {
        uint[] storage l = list;
        l.push(1);
    }

    function get(uint k) public view {
        assert(balances[k] == 0); // violated
    }

    function none() public view {
        assert(list.length == 0); // violated
    }
}
