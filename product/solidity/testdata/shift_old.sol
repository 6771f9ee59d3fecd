// compiler: 0.4.26
// checks: assert
pragma solidity ^0.4.26;

// A shift to the right is a division that rounds towards zero.
contract Shift {
    function gone(int8 x, uint y) public pure {
        require(x + 1 == 0 && y == 8);
        assert(x >> y == 0);
    }

    function wrong(int8 x, uint y) public pure {
        require(x + 1 == 0 && y == 8);
        assert((x >> y) + 1 == 0);
    }
}
