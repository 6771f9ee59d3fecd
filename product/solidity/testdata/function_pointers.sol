// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

library Numbers {
    function twice(uint v) internal pure returns (uint) {
        unchecked {
            return v * 2;
        }
    }
}

function three(uint) pure returns (uint) {
    return 3;
}

struct Rule {
    function(uint) internal pure returns (uint) go;
    uint most;
}

abstract contract Base {
    uint public hits;

    function step() internal virtual {
        hits = 1;
    }

    function base() public {
        function() internal f = step;
        f();
        assert(hits == 2); // what overrides it
    }

    function pair(uint a) internal pure returns (uint, bool) {
        return (a, a > 1);
    }
}

contract Pointers is Base {
    function(uint) internal pure returns (uint) stored;
    Rule rule;
    mapping(uint => uint) some;
    mapping(uint => uint) other;
    function() external public callback;

    function one(uint v) internal pure returns (uint) {
        return v < 10 ? v + 1 : 11;
    }

    function step() internal override {
        hits = 2;
    }

    function twoMore(uint v) internal pure returns (uint) {
        return v + 2;
    }

    function choose(bool c) public pure {
        function(uint) internal pure returns (uint) p = c ? one : twoMore;
        assert(p(1) >= 2);
    }

    function chooseWrong(bool c) public pure {
        function(uint) internal pure returns (uint) p = c ? one : twoMore;
        assert(p(1) == 2);
    }

    function free(uint v) public pure {
        function(uint) pure returns (uint) p = three;
        assert(p(v) == 3);
        p = Numbers.twice;
        assert(v > 1000 || p(v) == 2 * v);
    }

    function up() public {
        function() internal p = super.step;
        p();
        assert(hits == 1);
    }

    function unset() public pure {
        function(uint) internal pure returns (uint) p;
        p(1); // panics
        assert(false);
    }

    function keep() public {
        stored = one;
    }

    function keepOther() public {
        stored = twoMore;
    }

    function useStored() public view {
        assert(stored(1) < 4);
    }

    function useStoredWrong() public view {
        assert(stored(1) == 2);
    }

    function results() public pure {
        function(uint) internal pure returns (uint, bool) p = pair;
        (uint a, bool b) = p(5);
        assert(a == 5 && b);
    }

    function inStruct() public pure {
        Rule memory r = Rule(one, 20);
        assert(r.go(5) < r.most);
    }

    function inArray(uint i) public pure {
        function(uint) internal pure returns (uint)[2] memory fs = [one, twoMore];
        assert(fs[i](0) <= 2);
    }

    function map(uint[] memory a, function(uint) internal pure returns (uint) f) internal pure {
        for (uint i = 0; i < a.length; i++) a[i] = f(a[i]);
    }

    function mapped() public pure {
        uint[] memory a = new uint[](1);
        map(a, one);
        assert(a[0] == 1);
    }

    function first() internal view returns (mapping(uint => uint) storage) {
        return some;
    }

    function second() internal view returns (mapping(uint => uint) storage) {
        return other;
    }

    function references(bool c) public {
        function() internal view returns (mapping(uint => uint) storage) p = c ? first : second;
        some[1] = 0;
        other[1] = 0;
        p()[1] = 7;
        assert(some[1] + other[1] == 7);
    }

    function same() public pure {
        function(uint) internal pure returns (uint) p = one;
        function(uint) internal pure returns (uint) q;
        assert(p != q);
        q = one;
        assert(p == q);
    }

    function call0(function(uint) internal pure returns (uint) f, uint n) internal pure returns (uint) {
        return n == 0 ? 0 : f(n - 1);
    }

    // External pointers: an address and a selector.
    function plain() external {}

    function external_() public view {
        function() external p = this.plain;
        assert(p.address == address(this));
        assert(p.selector == this.plain.selector);
        assert(p.selector == bytes4(keccak256("plain()")));
        function() external q;
        assert(q.address == address(0) && q.selector == 0);
    }

    function setCallback(function() external f) external {
        callback = f;
        assert(callback.address == f.address && callback == f);
        assert(callback.selector == this.callback.selector); // of the getter: fails
    }

    function call() public {
        hits = 5;
        callback();
        assert(hits == 5); // it may call back
    }
}
