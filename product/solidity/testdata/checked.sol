// compiler: 0.8.28
pragma solidity ^0.8.0;

type Amount is uint128;

error TooMuch(uint wanted);

/// @notice invariant sum(held) == total
contract Vault {
    mapping(address => uint) held;
    uint total;
    uint immutable cap;

    constructor(uint c) { cap = c; }

    /// @notice postcondition held[msg.sender] == old(held[msg.sender]) + v
    /// @notice modifies held[msg.sender]
    /// @notice modifies total
    function put(uint v) public {
        if (v > cap) revert TooMuch(v);
        held[msg.sender] += v;
        total += v;
    }

    /// @notice modifies held[msg.sender]
    /// @notice modifies held[to]
    function move(address to, uint v) public {
        held[msg.sender] -= v;
        held[to] += v;
    }

    /// @notice modifies held[to]
    function wrong(address to, uint v) public {
        held[msg.sender] -= v;
        held[to] += v;
    }
}

contract Arithmetic {
    function checked(uint8 x, uint8 y) public pure { uint8 z = x + y; assert(z >= x); }
    function uncheckedSum(uint8 x, uint8 y) public pure { unchecked { uint8 z = x + y; assert(z >= x); } }
    function call(uint8 x) internal pure returns (uint8) { return x + 1; }
    function uncheckedCall(uint8 x) public pure { unchecked { assert(call(x) > x); } }
    function wrapped(uint128 a) public pure { Amount b = Amount.wrap(a); assert(Amount.unwrap(b) == a); }
    function limits(int8 x) public pure { assert(x >= type(int8).min && x <= type(int8).max); }
}
