// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// super means the next base of the contract that is deployed.
contract A {
    function f() public virtual returns (uint256) {
        return 1;
    }
}

contract B is A {
    function f() public virtual override returns (uint256) {
        return 2;
    }
}

contract C is A {
    function f() public virtual override returns (uint256) {
        return super.f();
    }

    function alone() public virtual {
        assert(f() == 1);
    }
}

contract D is B, C {
    function f() public override(B, C) returns (uint256) {
        return super.f();
    }

    function alone() public override {
        assert(f() == 2);
        assert(C.f() == 2);
        assert(A.f() == 1);
    }

    function wrong() public {
        assert(f() == 1);
    }
}
