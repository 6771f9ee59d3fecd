// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

contract Proxy {
    address immutable target;
    uint n;

    constructor(address t) {
        target = t;
    }

    function _delegate(address implementation) internal {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let result := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch result
            case 0 {
                revert(0, returndatasize())
            }
            default {
                return(0, returndatasize())
            }
        }
    }

    function never() public {
        _delegate(target);
        assert(false); // not reached
    }

    function own(uint v) public {
        n = v;
        assert(n == v);
    }

    function state() public view {
        assert(n == 0); // own() and the code of the target write it
    }

    fallback() external payable {
        _delegate(target);
    }

    receive() external payable {
        n = 1;
        assert(n == 1);
    }
}

/// @notice invariant n <= 3
contract Calls {
    uint n;

    function low(address a) public returns (bool ok) {
        uint before = n;
        assembly {
            ok := call(gas(), a, 0, 0, 0, 0, 0)
        }
        assert(n <= 3);
        assert(ok || n == before);
        assert(n == before); // it may call back
    }

    function reads(address a) public view {
        uint before = n;
        uint ok;
        assembly {
            ok := staticcall(gas(), a, 0, 0, 0, 0x20)
        }
        assert(n == before && ok <= 1);
    }

    function set(uint v) public {
        require(v <= 3);
        n = v;
    }

    function early(uint v) public returns (uint r) {
        if (v > 3) {
            assembly {
                stop()
            }
        }
        n = v;
        return 1;
    }

    function broken(address a) public {
        n = 4;
        assembly {
            let ok := call(gas(), a, 0, 0, 0, 0, 0)
        }
        n = 0;
    }

    function raw() public {
        n = 9;
        assembly {
            return(0, 0)
        }
    }

    function gone(address payable to) public {
        close(to);
        assert(false); // not reached
    }

    function close(address payable to) internal {
        selfdestruct(to);
    }
}
