// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// What only constructors write stays as it is.
contract Fixed {
    address owner;
    address other;
    uint step = 3;
    bool started;
    uint changed;

    constructor(address o, address p) {
        require(o != p);
        owner = o;
        other = p;
    }

    function pay(address payable to, uint amount) public {
        require(msg.sender == owner);
        uint before = changed;
        (bool ok, ) = to.call{value: amount}("");
        require(ok);
        assert(msg.sender == owner && step == 3 && !started);
        assert(changed == before); // others may call change
    }

    function change() public {
        changed += step;
    }

    function apart() public view {
        assert(owner != other); // is so from the beginning, which is not inferred
    }
}

abstract contract Base {
    uint step = 3;

    function f() public {
        g();
        assert(step == 3); // a derived contract may write it
    }

    function g() internal virtual;
}

contract Derived is Base {
    function g() internal override {}
}

contract Writer is Base {
    function g() internal override {
        step = 4;
    }
}

contract Counted {
    uint calls;

    modifier counting() {
        calls += 1; // a modifier's code is a function's
        _;
    }

    function act() public counting {}

    function ask(address to) public {
        uint before = calls;
        (bool ok, ) = to.call("");
        require(ok);
        assert(calls == before); // others may call act
    }
}
