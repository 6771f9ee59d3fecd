// compiler: 0.8.28
// checks: assert
// with: infer
pragma solidity ^0.8.0;

interface Oracle {
    function price() external view returns (uint256);
}

// Code that must not change anything may still call functions that only read.
contract ReadOnly {
    uint256 pending;

    function step(Oracle o) public {
        unchecked {
            pending++;
            o.price();
            pending--;
        }
    }

    function idle() public view {
        assert(pending == 0); // not while step runs
    }
}

contract ReadOnlyLow {
    uint256 pending;

    function step(address o) public {
        unchecked {
            pending++;
            (bool ok, ) = o.staticcall("");
            ok;
            pending--;
        }
    }

    function idle() public view {
        assert(pending == 0);
    }
}

contract After {
    uint256 pending;

    function step(Oracle o) public {
        unchecked {
            pending++;
            pending--;
            o.price();
        }
    }

    function idle() public view {
        assert(pending == 0);
    }
}
