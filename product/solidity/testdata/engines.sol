// compiler: 0.8.28
// with: infer
// with: engines
// with: transactions
// Invariants that no guess has, but engines find for the contract as a loop.
pragma solidity ^0.8.0;

contract Parity {
    uint n;
    function up() public { n += 2; }
    function reset() public { n = 4; }
    function check() public view { assert(n != 7); }
}

contract Linear {
    uint x; uint y; uint z;
    function a() public { x += 1; z += 3; }
    function b(uint k) public { require(k < 100); y += k; z += 5 * k; }
    function check() public view { uint k = 3 * x + 5 * y; assert(z != k + 1); }
}

contract Sums {
    mapping(address => uint) kept; uint burnt; uint minted;
    function mint(address a, uint n) public { kept[a] += n; minted += n; }
    function burn(uint n) public { kept[msg.sender] -= n; burnt += n; }
    function check(address a) public view { assert(kept[a] + burnt <= minted); }
}

// What is kept while other code runs is found as well ...
contract Called {
    uint x; uint y;
    function f(address to, uint d) public {
        x += d; y += 3 * d;
        (bool ok,) = to.call("");
        require(ok);
        x += 1; y += 3;
    }
    function check() public view { uint k = 3 * x; assert(y + 1 > k && y < k + 1); }
}

// ... but not what is broken then: a call in between sees other values.
contract CalledWrong {
    uint x; uint y;
    function f(address to, uint d) public { x += d; (bool ok,) = to.call(""); require(ok); y += 3 * d; }
    function check() public view { uint k = 3 * x; assert(y + 1 > k && y < k + 1); }
}

// It fails after more transactions than are tried without a hint.
contract Deep {
    uint n;
    function tick() public { n++; assert(n < 7); }
}

// The first function breaks what all others keep.
contract Broken {
    uint n;
    function odd() public { n += 1; }
    function up() public { n += 2; }
    function reset() public { n = 4; }
    function check() public view { assert(n != 7); }
}

contract Base {
    enum Phase { Idle, Running, Done }
    Phase phase; uint done; address owner = msg.sender;
    function start() public { require(phase == Phase.Idle); phase = Phase.Running; }
}

// A derived contract is a loop over all functions that it has.
contract Derived is Base {
    uint rounds;
    function finish() public { require(phase == Phase.Running); phase = Phase.Done; done += 2; rounds += 1; }
    function again() public { require(phase == Phase.Done); phase = Phase.Idle; }
    function check() public view { assert(phase == Phase.Idle || done + 1 != 2 * rounds); }
}
// for: check
