// Libraries: internal functions on values and on references to storage, using for, free functions, recursion.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

struct Set { mapping(uint => bool) has; uint size; }

library Sets {
    function insert(Set storage s, uint x) internal returns (bool) {
        if (s.has[x]) return false;
        s.has[x] = true;
        s.size++;
        return true;
    }
    function contains(Set storage s, uint x) internal view returns (bool) { return s.has[x]; }
}

library Numbers {
    function half(uint x) internal pure returns (uint) { return x / 2; }
    function open(uint x) public pure returns (uint) { return x + 1; }
}

function largest(uint a, uint b) pure returns (uint) { return a > b ? a : b; }

contract Libraries {
    using Sets for Set;
    using Numbers for uint;
    Set set;
    Set other;

    function add(uint x) public { require(set.insert(x)); assert(set.contains(x)); other.insert(x); }
    function numbers(uint x) public pure returns (uint) { return largest(x.half(), Numbers.open(x)); }
    function factorial(uint n) public pure returns (uint) { return n == 0 ? 1 : n * factorial(n - 1); }
    function even(uint n) internal pure returns (bool) { return n == 0 || odd(n - 1); }
    function odd(uint n) internal pure returns (bool) { return n != 0 && even(n - 1); }
    function parity(uint n) public pure returns (bool) { return even(n); }
    function named(uint a, uint b) public pure returns (uint) { return pair({y: a, x: b}); }
    function pair(uint x, uint y) internal pure returns (uint) { return x * 2 + y; }
}
