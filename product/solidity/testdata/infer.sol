// compiler: 0.8.28
// with: infer
// Invariants of contracts and loops that are needed are found; those that something breaks are not.
pragma solidity ^0.8.0;

contract Bank {
    mapping(address => uint) balances;
    uint total;
    address owner;
    constructor() { owner = msg.sender; }
    function put(uint x) public { balances[msg.sender] += x; total += x; }
    function take(uint x) public { require(balances[msg.sender] >= x); balances[msg.sender] -= x; total -= x; }
    function mine() public view { assert(balances[msg.sender] <= total); }
    function hand(address to) public { require(msg.sender == owner && to != address(0)); owner = to; }
    function owned() public view { assert(owner != address(0)); }
}

contract Steps {
    enum Step { First, Second, Third }
    Step step;
    bool paid;
    uint8 count;
    function pay() public payable { require(step == Step.First && msg.value > 0); paid = true; step = Step.Second; }
    function go() public { require(step == Step.Second); assert(paid); step = Step.Third; }
    function tick() public { if (count < 10) count++; assert(count <= 10); }
}

contract Reentered {
    uint a;
    uint b;
    // While the other code runs a and b differ: no invariant says that they are equal.
    function f(address x) public { a++; (bool ok,) = x.call(""); require(ok); b++; }
    function g() public view { assert(a == b); }
}

contract Careful {
    uint a;
    uint b;
    function f(address x) public { a++; b++; (bool ok,) = x.call(""); require(ok); }
    function g() public view { assert(a == b); }
}

// Nobody knows what the skipped function does: nothing is inferred.
contract Opaque {
    uint n;
    function set(address a) public { (bool ok,) = a.delegatecall(""); require(ok); }
    function get() public view { assert(n == 0); }
}

// It cannot be deployed, so that everything would hold.
contract Never {
    uint n;
    constructor() { require(n == 1); }
    function get() public view { assert(n == 2); }
}

contract Loops {
    function double(uint n) public pure returns (uint s) {
        require(n < 1000);
        for (uint i = 0; i < n; i++) s += 2;
        assert(s == 2 * n);
    }
    function wrong(uint n) public pure returns (uint s) {
        for (uint i = 0; i < n; i++) s += 2;
        assert(s == n);
    }
}
