// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// Assembly: words, local variables, whole slots.
contract Assembly {
    uint256 constant MAGIC = 0x69;
    uint256 flag;
    uint8 small;
    int256 number;
    uint256[] list;

    function words(uint256 x, uint256 y) public pure returns (uint256 r, bool b, int256 i) {
        assembly {
            r := add(x, y)
            b := lt(r, x)
            i := not(0)
        }
        assert(i == -1);
        assert(b == (r < x));
        assert(r >= x); // it wraps
    }

    function divide(uint256 x) public pure returns (uint256 q) {
        assembly {
            q := div(x, 0)
        }
        assert(q == 0);
    }

    function signed(int256 x) public pure {
        int256 q;
        int256 r;
        assembly {
            q := sdiv(x, not(1))
            r := smod(x, 3)
        }
        assert(q == x / -2);
        assert(r == x % 3);
    }

    function slots(uint256 v) public {
        small = 7;
        assembly {
            if eq(v, MAGIC) {
                sstore(flag.slot, add(sload(flag.slot), 1))
            }
            sstore(number.slot, not(0))
        }
        assert(number == -1 && small == 7);
        uint256 old = flag;
        assembly {
            sstore(0x17, 1)
        }
        assert(small == 7); // anything may be at 0x17
        assert(old == flag); // the same
    }

    function control(uint256 n) public pure returns (uint256 r) {
        assembly {
            function twice(a) -> b {
                if gt(a, 100) {
                    leave
                }
                b := mul(a, 2)
            }
            switch n
            case 0 {
                r := 1
            }
            case 1 {
                r := twice(20)
            }
            default {
                for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
                    if eq(i, 2) {
                        break
                    }
                    r := i
                }
            }
        }
        assert(n != 0 || r == 1);
        assert(n != 1 || r == 40);
        assert(n < 2 || r < 2);
    }

    function stops(uint256 n) public pure {
        assembly {
            if iszero(and(gt(n, 3), lt(n, 9))) {
                revert(0, 0)
            }
        }
        assert(n > 3 && n < 9);
    }

    function hashed(uint256 n) public pure returns (uint256[] memory a) {
        a = new uint256[](2);
        a[0] = n;
        uint256 h;
        assembly {
            mstore(0, n)
            h := keccak256(0, 0x20)
        }
        assert(a[0] == n);
        assembly ("memory-safe") {
            mstore(add(a, 0x20), h)
        }
        assert(a[0] == n); // it was written
    }

    function parts(uint8 x) public pure returns (uint8 r) {
        assembly {
            r := x // whatever there is in the rest of the word
        }
        assert(r == x);
    }

    function anywhere(uint256 n) public pure {
        assembly {
            mstore(n, 1)
        }
    }

    function outside(address a) public {
        assembly {
            pop(call(gas(), a, 0, 0, 0, 0, 0))
        }
    }

    function pointer() public view returns (uint256) {
        uint256[] storage p = list;
        assembly {
            p.slot := 3
        }
        return p.length;
    }
}

contract Temporary {
    uint256 transient t;

    function f() public {
        t = 1;
        assert(t == 1);
    }
}
// for: check
