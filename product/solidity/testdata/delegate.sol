// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

library Sums {
    function add(uint[] storage a, uint v) public returns (uint) {
        a.push(v);
        return a.length;
    }
}

contract Delegates {
    uint a;
    bool flag;
    uint once = 3;
    address immutable code;
    uint immutable k;
    uint constant Q = 4;
    mapping(address => uint) balances;
    uint[] list;

    constructor(uint v, address c) {
        require(v > 2);
        k = v;
        code = c;
    }

    function state(address t) public {
        a = 1;
        (bool ok, ) = t.delegatecall("");
        ok;
        assert(a == 1);
    }

    function initial() public view {
        assert(once == 3); // the code may have changed it
    }

    function constants(address t) public {
        (bool ok, ) = t.delegatecall("");
        ok;
        assert(k > 2 && Q == 4);
    }

    function sender(address t) public {
        address s = msg.sender;
        (bool ok, ) = t.delegatecall(abi.encodeWithSignature("f()"));
        require(ok);
        assert(msg.sender == s);
    }

    function failed(address t) public {
        a = 5;
        (bool ok, bytes memory data) = t.delegatecall(msg.data);
        data;
        assert(ok || a == 5);
    }

    function elements(address t) public {
        balances[t] = 1;
        (bool ok, ) = t.delegatecall("");
        require(ok);
        assert(balances[t] == 1);
    }

    function library_() public {
        uint n = list.length;
        require(n < 100);
        assert(Sums.add(list, 1) == n + 1);
        assert(list[n] == 1);
    }

    function read(address t) public view {
        uint o = a;
        (bool ok, ) = t.staticcall("");
        ok;
        assert(a == o);
    }
}

/// @notice invariant n <= 10
contract Broken {
    uint n;

    function set(uint v) public {
        require(v <= 10);
        n = v;
    }

    function run(address t) public {
        (bool ok, ) = t.delegatecall("");
        require(ok);
    }
}
