// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// An initial value, or an argument of a base constructor, may assign other variables.
contract Base {
    uint256 b;
    uint256 kept;

    constructor(uint256 x) {
        b = x;
    }
}

contract Initial is Base(1) {
    uint256 a;
    uint256 c = (a = 5);

    function assigned() public view {
        assert(a == 0);
    }

    function unassigned() public view {
        assert(kept == 0);
    }
}
