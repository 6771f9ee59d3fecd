// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// A contract has no code while its constructor runs: its calls of itself from outside revert, and try
// does not catch that.
contract Self {
    uint256 x;

    function set() external {
        x = 1;
    }

    constructor() {
        this.set();
        assert(false); // is not reached
    }
}

contract Tries {
    function set() external {}

    constructor() {
        try this.set() {} catch {}
        assert(false); // is not reached
    }
}

contract Maker {
    uint256 y;

    constructor() {
        try new Self() {
            y = 1;
        } catch {
            y = 2;
        }
        assert(y == 2);
    }

    function make() public {
        new Self();
        assert(false); // is not reached
    }
}

// Code that a constructor calls may call the contract that creates.
contract Caller {
    constructor(address x) {
        (bool ok, ) = x.call("");
        ok;
    }
}

contract Quiet {
    uint256 z = 1;
}

/// @notice invariant a == b
contract Creates {
    uint256 a;
    uint256 b;

    function broken(address x) public {
        unchecked {
            a = b + 1;
        }
        new Caller(x);
        a = 0;
        b = 0;
    }

    function kept() public {
        unchecked {
            a = b + 1;
        }
        new Quiet();
        a = b;
    }

    function same() public view {
        assert(a == b);
    }
}
