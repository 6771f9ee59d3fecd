// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// The arguments of a call have the values before the call: before its ether moves, and before msg.sig and msg.data are those of the callee.
library Ids {
    function id(bytes4 s) public pure returns (bytes4) { return s; }

    function kept(mapping(bytes4 => uint) storage m, bytes4 s) public returns (uint) { m[s] = 1; return m[msg.sig]; }
}

contract Box {
    bytes4 public made;
    uint public had;

    constructor(bytes4 s, uint h) payable { (made, had) = (s, h); assert(msg.sig == 0); }
}

contract Caller {
    uint n;
    bytes4 last;
    mapping(bytes4 => uint) seen;

    function id(bytes4 s) external pure returns (bytes4) { return s; }

    function number(uint v) external payable returns (uint) { return v; }

    function both(bytes4 s, uint v) external payable returns (bool) { return s != msg.sig && v + msg.value == 2 * v; }

    function selector() external view { assert(this.id(msg.sig) == this.selector.selector); }

    function selectorOfCallee() external { last = this.id(msg.sig); assert(last == this.id.selector); } // fails

    function named() external view { assert(this.id({s: msg.sig}) == this.named.selector); }

    function tried() external view {
        try this.id(msg.sig) returns (bytes4 s) { assert(s == this.tried.selector); } catch {}
    }

    function triedCallee() external {
        try this.id(msg.sig) returns (bytes4 s) { last = s; } catch { return; }
        assert(last == this.id.selector); // fails
    }

    function library_() external pure { assert(Ids.id(msg.sig) == this.library_.selector); }

    function libraryStorage() external {
        delete seen[Ids.kept.selector];
        delete seen[this.libraryStorage.selector];
        assert(Ids.kept(seen, msg.sig) == 0 && seen[msg.sig] == 1);
    }

    function created() external { assert(msg.sig == this.created.selector); new Box(msg.sig, 0); }

    function dataLength() external view { assert(this.size(msg.data.length) >= 4); }

    function size(uint v) external pure returns (uint) { assert(msg.data.length >= 36); return v; }

    function balance() external payable {
        uint before = address(this).balance;
        assert(this.number{value: msg.value}(address(this).balance) == before);
    }

    function balanceLess() external payable {
        uint before = address(this).balance;
        n = this.number{value: msg.value}(address(this).balance);
        assert(n == before - msg.value); // fails
    }

    function balanceTwice() external payable {
        require(address(this).balance == msg.value);
        assert(this.both{value: address(this).balance}(msg.sig, address(this).balance));
    }

    // Options are evaluated from left to right, before the arguments.
    function twice() internal returns (uint) { n = n * 2; return 0; }

    function more() internal returns (uint) { n = n + 3; return 100000; }

    function valueFirst() external { n = 1; assert(this.number{value: twice(), gas: more()}(n) == 5); }

    function gasFirst() external { n = 1; assert(this.number{gas: more(), value: twice()}(n) == 8); }

    function saltLast() external { n = 1; new Box{value: twice(), salt: bytes32(more())}(0, n); assert(n == 5); }

    function optionsOfGetter(Box b) external { n = 1; b.had{gas: more()}(); assert(n == 4); }
}
// for: check
