// compiler: 0.8.28
// checks: all
pragma solidity ^0.8.0;

// Each check has its own answer: proved, violated by some transaction, or unknown where that needs a
// state that may not be reached.
contract Checks {
    uint n;
    uint[] list;

    function divide(uint x, uint y) public pure returns (uint) {
        assert(x / y <= x); // the division fails before
        return x % y; // not any more
    }

    function add(uint x, uint y) public pure returns (uint) {
        return x + y * 2;
    }

    function subtract(uint x, uint y) public pure returns (uint) {
        require(x > 10);
        return x - 10 - y;
    }

    function signed(int x, int8 y) public pure returns (int) {
        x = x - y;
        y = -y;
        return x / y;
    }

    function unsafe(uint x) public pure returns (uint) {
        unchecked {
            return x + 1;
        }
    }

    function count(uint i) public {
        n = n + list[i];
        list.pop();
        list.pop();
        assert(n > 0);
    }

    function fixedBytes(bytes4 b, uint i) public pure returns (bytes1) {
        return b[i];
    }

    function loop(uint k) public pure returns (uint s) {
        require(k < 100);
        for (uint i = 0; i < k; i++) s = i;
        assert(s < 100);
        assert(s < 50);
    }

    function few(uint k) public pure returns (uint s) {
        require(k < 4);
        for (uint i = 0; i < k; i++) s += i;
        assert(s < 4); // all rounds are looked at
        assert(s != 3);
    }

    function half(uint x) internal pure returns (uint) {
        assert(x > 3);
        return x / 2;
    }

    function good() public pure {
        half(8);
    }

    function bad(uint x) public pure {
        half(x);
    }

    function skipped(uint x) public returns (bytes memory) {
        x++;
        (, bytes memory r) = address(this).delegatecall("");
        assert(r.length < x);
        return r;
    }

    function inTheModel(address a) public view {
        require(msg.sender == address(this));
        assert(a != msg.sender); // it never calls itself
    }
}

contract Start {
    uint n = 3;
    uint k = n - 4;
}
