// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// What msg.sig and msg.data are: those of the call from outside, also in functions that it calls within the contract.
interface Asked {
    function ask(uint[] calldata xs, address payable who, Entry.Kind k) external;
}

library Sums {
    function sum(uint a, uint b) public pure returns (uint) { assert(msg.sig == Sums.sum.selector); return a + b; }
}

contract Entry {
    enum Kind { One, Two }
    struct Pair { uint8 a; bytes b; }
    event Told(uint indexed n, bytes32 what);
    error Wrong(Pair p);

    uint public count;
    mapping(address => uint[]) public lists;

    constructor() { assert(msg.sig == 0 && msg.data.length == 0); }

    function opened() external view { assert(msg.sig == this.opened.selector && msg.data.length >= 4); }

    function numbered() external pure { assert(msg.sig == 0xb3b72cb0); }

    function hashed() external pure { assert(msg.sig == bytes4(keccak256("hashed()"))); }

    function other() external pure { assert(msg.sig == 0xb3b72cb0); } // fails

    function short() external pure { assert(msg.data.length > 4); } // not known

    function begin() external { count = 1; step(Entry.begin.selector); }

    function start() external { step(Entry.begin.selector); } // fails in step

    function step(bytes4 s) internal pure { assert(msg.sig == s); }

    // Called both from outside and within.
    function both() public pure returns (bytes4) { return msg.sig; }

    function calls() external {
        assert(both() == this.calls.selector);
        assert(this.both() == this.both.selector);
        assert(msg.sig == this.calls.selector);
        assert(Sums.sum(1, 2) == 3);
        assert(msg.sig == this.calls.selector);
        count = 2;
    }

    function texts() external pure {
        assert(Asked.ask.selector == bytes4(keccak256("ask(uint256[],address,uint8)")));
        assert(type(Asked).interfaceId == Asked.ask.selector);
        assert(Wrong.selector == bytes4(keccak256("Wrong((uint8,bytes))")));
        assert(Told.selector == keccak256(abi.encodePacked("Told(uint256,", "bytes32)")));
        assert(this.count.selector == 0x06661abd);
        assert(this.lists.selector == bytes4(keccak256("lists(address,uint256)")));
    }

    receive() external payable { assert(msg.sig == 0); }

    fallback() external payable {
        assert(msg.data.length > 0);
        assert(msg.data.length < 4 || msg.sig != this.begin.selector);
        assert(msg.sig != this.begin.selector);
        assert(msg.sig != 0x12345678); // fails
    }
}

contract Plain {
    fallback() external { assert(msg.data.length > 0); } // fails: there is no receive
}
