// Where the code at an address is trusted to be that of its type, its annotations or bodies stand for calls.
// compiler: 0.8.28
// arithmetic: checked
// with: typed
pragma solidity ^0.8.0;

contract Counter {
    uint public n;
    /// @notice postcondition n == old(n) + 1
    function bump() public { n++; }
    function get() public view returns (uint) { return n; }
}

contract User {
    Counter counter;
    function use() public returns (uint) { uint before_ = counter.get(); counter.bump(); assert(counter.get() == before_ + 1); return counter.n(); }
}
