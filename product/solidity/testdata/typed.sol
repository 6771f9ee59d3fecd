// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: typed
pragma solidity ^0.8.0;

interface Asked { function ask() external; }

contract Helper {
    function quiet() external {}
    function loud(address a) external { (bool ok, ) = a.call(""); require(ok); }
    function inner(address a) public { this.loud(a); }
}

/// @notice invariant x == y
contract Caller {
    uint x;
    uint y;
    Helper h;
    Asked q;

    function quiet() public { unchecked { x++; } h.quiet(); y = x; }
    function loud() public { unchecked { x++; } h.loud(msg.sender); y = x; }
    function inner() public { unchecked { x++; } h.inner(msg.sender); y = x; }
    function ask() public { unchecked { x++; } q.ask(); y = x; }
    function check() public view { assert(x == y); }
}
