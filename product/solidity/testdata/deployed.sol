// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// What a transaction violates needs a contract that can be deployed.
contract Never {
    constructor(uint x) {
        require(x > 3);
        revert();
    }

    function f(uint x) public pure {
        assert(x > 0);
    }
}

contract Sometimes {
    uint y;

    constructor(uint x) {
        require(x > 3);
        y = x;
    }

    function f(uint x) public pure {
        assert(x > 0);
    }
}

contract Derived is Never {
    constructor() Never(4) {}
}

// It has no code yet, so that the call fails.
contract Early {
    constructor() {
        this.f(1);
        assert(false); // never reached
    }

    function f(uint x) public pure {
        assert(x > 0);
    }
}
