// arithmetic: mod-overflow
pragma solidity >=0.7.0 <0.8.0;

contract Sums {
    uint x;
    function plain(uint y) public { x = x + y; }
    function guarded(uint y) public { uint z = x + y; require(z >= x); x = z; }
    function looped(uint n) public pure returns (uint s) {
        for (uint i = 0; i < n; i++) { s += i; }
    }
    /// @notice postcondition s == n
    function counted(uint n) public pure returns (uint s) {
        /// @notice invariant s == i && i <= n
        for (uint i = 0; i < n; i++) { s++; }
    }
}
