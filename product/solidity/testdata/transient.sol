// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.28;

contract Lock {
    bool transient entered;
    uint transient depth;
    uint balance;
    uint public stored;

    modifier once() {
        require(!entered);
        entered = true;
        _;
        entered = false;
    }

    function put() public payable once {
        balance += msg.value % 10;
        assert(entered);
    }

    function write() public {
        depth = 1;
        stored = 2;
        assert(depth == 1 && stored == 2);
    }

    // A contract may call write() and then this in one transaction.
    function zero() public view {
        assert(depth == 0);
    }

    function small() public view {
        assert(depth <= 2);
    }

    function outside(address a) public {
        depth = 2;
        (bool ok, ) = a.call("");
        ok;
        assert(depth == 2); // write() in between
    }

    function clear() public {
        delete depth;
        assert(depth == 0);
    }

    function words() public {
        uint w;
        assembly {
            tstore(depth.slot, 2)
            w := tload(depth.slot)
        }
        assert(w == 2 && depth == 2);
    }
}

/// @notice invariant !busy || total == 0
/// @notice invariant phase <= 1
contract Kept {
    bool transient busy;
    uint transient phase;
    uint total;

    function begin() public {
        busy = true;
        total = 0;
        phase = 1;
    }

    function end() public {
        busy = false;
        total = 1;
    }
}

/// @notice invariant phase == total
contract Lost {
    uint transient phase;
    uint total;

    function both() public {
        phase = 1;
        total = 1;
    }
}
