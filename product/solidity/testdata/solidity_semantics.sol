// arithmetic: mod
pragma solidity >=0.7.0 <0.8.0;

// Each contract is a way to get a wrong proof.

contract Base {
    int x;
    function set() public { x = -1; }
}

/// @notice invariant x >= 0
contract Inherits is Base {
    function good() public { x = 3; }
}

contract Caller {
    function hook() internal virtual returns (int) { return 1; }
    function run() public { assert(hook() == 1); }
}

contract Overrides is Caller {
    function hook() internal override returns (int) { return 2; }
}

interface Other { function ping() external; }

/// @notice invariant x == y
contract Calls {
    int x;
    int y;
    Other other;
    function broken() public { x = 1; y = 0; other.ping(); y = 1; }
    function whole() public { x++; y++; other.ping(); }
}

contract Recursive {
    function down(uint n) internal { if (n > 0) down(n - 1); }
    function f() public { down(3); assert(false); }
}

contract Numbers {
    function narrow() public pure { uint a = 257; uint8 b = uint8(a); require(b >= 0); assert(false); }
    function negative() public pure { uint u = uint(int(-1)); require(u > 0); assert(false); }
    function floor() public pure { int x = -7; int y = 2; assert(x / y == -4); }
    function truncated() public pure { int x = -7; int y = 2; assert(x / y == -3); assert(x % y == -1); }
    function cut() public pure { uint x = 257; assert(uint8(x) == 1); }
    function unsigned(uint a) public pure { assert(a >= 0); }
    function wraps() public pure { uint8 x = 255; uint8 y = 1; assert(x + y == 0); }
    function shifts(uint8 x) public pure { assert(x >> 1 <= 127); assert((x << 7) % 128 == 0); }
    function bytesOf() public pure { bytes2 b = 0x1234; assert(b[0] == 0x12); assert(bytes1(b) == 0x12); assert(uint16(b) == 0x1234); }
}

contract Effects {
    int n;
    uint[] a;
    function inc() internal returns (bool) { n++; return true; }
    function shortCircuit() public {
        require(n < 100);
        int old = n;
        bool q = false && inc();
        assert(n == old);
        q = true || inc();
        assert(n == old);
        q = n == old ? true : inc();
        assert(n == old);
        q = true && inc();
        assert(n == old + 1);
    }
    function bounds(uint k) public view returns (uint q) { q = a[k]; assert(k < a.length); }
    function divides(uint k) public pure returns (uint z) { z = 10 / k; assert(k != 0); }
    function twice(uint k) internal returns (uint) { n = 7; return k; }
    function order() public { n = 1; int s = n; uint t = twice(1); assert(s == 1 && n == 7 && t == 1); }
}

/// @notice invariant sum(a) == total
contract Collection {
    int[] a;
    int total;
    function clear() public { delete a; }
    function clearAll() public { delete a; total = 0; }
}

contract Modified {
    uint x;
    modifier keeps(uint y) { uint old = x; x += y; _; assert(x == old + y); }
    function twice() public keeps(1) keeps(2) {}
    modifier early() { if (x > 3) return; _; }
    function guarded() public early { assert(x <= 3); }
}
