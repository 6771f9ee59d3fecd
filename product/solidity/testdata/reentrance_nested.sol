// compiler: 0.8.28
// with: infer
// with: transactions
// Two bonuses at most, but what runs at the same time is not counted: more than three need calls within calls.
pragma solidity ^0.8.0;

contract Nested {
    uint given;

    function claim(address to) public {
        require(given < 2);
        (bool ok, ) = to.call("");
        require(ok);
        given++;
    }

    function check() public view { assert(given <= 3); }
}

contract NestedFixed {
    uint given;

    function claim(address to) public {
        require(given < 2);
        given++;
        (bool ok, ) = to.call("");
        require(ok);
    }

    function check() public view { assert(given <= 3); }
}
