// compiler: 0.8.28
// with: infer
// What is claimed of one element is tried as an invariant about all of them, and of loops.
pragma solidity ^0.8.0;

contract Members {
    address[] members;
    mapping(address => uint) shares;

    constructor(address[] memory some, uint[] memory parts) {
        require(some.length == parts.length);
        for (uint i = 0; i < some.length; i++) add(some[i], parts[i]);
    }

    function add(address a, uint part) private {
        require(a != address(0) && part > 0 && shares[a] == 0);
        members.push(a);
        shares[a] = part;
    }

    function real(uint index) public view { assert(members[index] != address(0)); }
    function share(uint index) public view { assert(shares[members[index]] > 0); }
    function wrong(uint index) public view { assert(shares[members[index]] > 1); }
}

contract Bounded {
    mapping(address => uint) has;
    mapping(address => mapping(address => uint)) lent;
    uint most;
    function put(uint n) public {
        require(n < 10);
        has[msg.sender] = n;
        if (n > most) most = n;
    }
    function lend(address to, uint n) public { require(n <= 3); lent[msg.sender][to] = n; }
    function check(address who) public view { assert(has[who] <= most); }
    function both(address who, address to) public view { assert(lent[who][to] <= 3); }
    function wrong(address who) public view { assert(has[who] < most); }
}

// It holds for one address only.
contract Special {
    mapping(address => uint) has;
    function put(address who, uint n) public { require(who != address(7)); has[who] = n; }
    function check(address who) public view { assert(has[who] == 0); }
    function seven() public view { assert(has[address(7)] == 0); }
}

// Text in a condition.
contract Texts {
    mapping(uint => bytes32) names;
    function check(uint i) public view { assert(names[i] == "") ; }
    function other(uint i) public view { assert(names[i] != "\x41\\") ; }
}
// for: check
