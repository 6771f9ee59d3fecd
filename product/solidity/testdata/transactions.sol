// compiler: 0.8.28
// with: transactions
// Errors with the transactions that lead to them, and errors that are none of the contract's.
pragma solidity ^0.8.0;

interface Other { function f(uint x) external returns (uint); }

contract Counter {
    uint8 n;
    address owner;
    constructor(uint8 start) { require(start > 3); n = start; owner = msg.sender; }
    function up() public { require(msg.sender == owner); n += 2; }
    function end() public view { assert(n != 8); }
    function never() public view { assert(n >= 3); } // true, but no invariant says so
    function parity(uint8 k) public view { assert(k != 77 || n < 9); }
}

contract Time {
    uint start = block.timestamp;
    function soon() public view { assert(block.timestamp < start + 1 days); }
    function order() public view { assert(block.timestamp >= start); } // true
}

contract Ether {
    uint paid;
    function pay() public payable { paid += msg.value; }
    function check() public view { assert(address(this).balance == paid); }
}

contract Data {
    struct Item { uint price; bool sold; }
    enum State { Open, Closed }
    mapping(uint => Item) items;
    uint[] sizes;
    State state;
    function add(uint id, uint price) public { items[id].price = price; sizes.push(id); }
    function sell(uint id) public { require(items[id].price > 0); items[id].sold = true; state = State.Closed; }
    function check(uint id) public view { assert(!items[id].sold || state == State.Open); }
    function length() public view { assert(sizes.length < 2); }
    function many(uint[] memory xs, bytes calldata b) public pure {
        uint sum;
        for (uint i = 0; i < xs.length; i++) { unchecked { sum += xs[i]; } }
        assert(sum != 99 || b.length != 1);
    }
    // Two arguments are never the same object.
    function alias_(uint[] memory a, uint[] memory b) public pure { require(a.length > 0 && b.length > 0); a[0] = 1; b[0] = 2; assert(a[0] == 1); }
    // What a hash is is not known, only that it is the same each time.
    function hash(bytes memory b, uint x) public pure {
        if (keccak256(b) == keccak256(b)) assert(x != 5);
        if (keccak256(b) == 0) assert(false);
    }
}

contract Calls {
    bool locked;
    function ask(Other o) public { assert(o.f(1) != 2); }
    // The code of the contract itself is known: it has no f.
    function own() public { assert(Other(address(this)).f(1) != 2); }
    function send(address payable to) public payable { (bool ok,) = to.call{value: 1}(""); assert(ok); }
}

contract Reentered {
    mapping(address => uint) balances;
    uint total;
    bool locked;
    function put() public payable { require(!locked); balances[msg.sender] += msg.value; total += msg.value; }
    // A second call takes the same again.
    function take() public {
        require(!locked);
        uint x = balances[msg.sender];
        (bool ok,) = msg.sender.call{value: x}("");
        require(ok);
        balances[msg.sender] = 0;
        unchecked { assert(total - x <= total); total -= x; }
    }
    // The lock keeps others out, but nobody proves that.
    function locking(address a) public {
        require(!locked);
        uint t = total;
        locked = true;
        (bool ok,) = a.call("");
        require(ok);
        assert(t == total);
        locked = false;
    }
    function add(uint8 k) public { require(!locked); total += k; }
    function open(address a) public { uint t = total; (bool ok,) = a.call(""); require(ok); assert(total != t + 3); }
}

contract Building {
    uint n;
    // Nobody can call back: the contract has no code yet.
    constructor(address a) { uint m = n; (bool ok,) = a.call(""); require(ok); assert(n == m); }
    function set(uint k) public { n = k; }
}
