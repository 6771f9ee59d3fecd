// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.26;

error Bad(uint have, uint want);
error Empty();

interface Oracle {
    function price(uint which) external returns (uint);
}

contract Errors {
    uint limit;
    uint calls;

    event Set(address indexed who, uint indexed value, string text);

    constructor() {
        limit = 10;
    }

    function count() internal returns (uint) {
        calls++;
        return calls;
    }

    function set(uint v) public {
        require(v < 100, Bad({want: 100, have: v}));
        require(v != 0, Empty());
        limit = v;
        emit Set(msg.sender, v, "set");
        assert(limit < 100 && limit > 0);
    }

    function wrong(uint v) public pure {
        require(v < 3, Bad(v, 3));
        assert(v < 2); // fails for two
    }

    // The arguments of the error are evaluated also where the condition holds.
    function evaluated() public {
        uint before = calls;
        require(before < 1000, Bad(count(), 1));
        assert(calls == before + 1);
    }

    function conditionFirst() public {
        calls = 0;
        require(calls == 0, Bad(count(), 1));
        assert(calls == 1);
    }

    function reverts(uint v) public pure returns (uint) {
        if (v > 10) revert Bad(v, 10);
        if (v == 10) revert Empty();
        return v;
    }

    function below(uint v) public pure {
        assert(reverts(v) < 10);
    }

    function caught(Oracle o, uint v) public returns (uint r) {
        uint before = limit;
        try o.price(v) returns (uint p) {
            r = p > 50 ? 50 : p;
        } catch Error(string memory) {
            r = 51;
        } catch Panic(uint code) {
            r = code == 0x11 ? 52 : 53;
        } catch (bytes memory data) {
            r = data.length >= 4 && bytes4(data) == Empty.selector ? 54 : 55;
        }
        assert(r <= 55);
        assert(before == limit); // it may have called back
    }

    function selectors() public pure {
        assert(Empty.selector == 0x3db2a12a);
        assert(Bad.selector == bytes4(keccak256("Bad(uint256,uint256)")));
    }
}

// What arguments of errors and events compute may panic, also where the condition holds.
contract Arguments {
    error Quotient(uint x);
    event Quotients(uint x);

    function required(uint x) public pure {
        require(true, Quotient(1 / x));
        assert(x != 0);
    }

    function index(uint x) public pure {
        uint[3] memory a;
        require(true, Quotient(a[x]));
        assert(x < 3);
    }

    function emitted(uint x) public {
        emit Quotients(1 / x);
        assert(x != 0);
    }

    function wrong(uint x) public pure {
        require(true, Quotient(1 / x));
        assert(x != 1);
    }
}
