// Enums, constants, user-defined types, literals with units, strings, getters.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

type Price is uint128;
uint constant GLOBAL = 12;

contract Constants {
    enum State { Idle, Running, Done }
    uint constant LIMIT = 3 days + 1 ether;
    bytes32 constant NAME = "name";
    string constant TEXT = "text";
    address constant ZERO = address(0);
    uint constant DERIVED = LIMIT * 2 - GLOBAL;
    State public state = State.Running;
    Price price;
    mapping(State => uint) public visits;
    bool flag;

    function next() public { if (state == State.Running) state = State.Done; visits[state]++; }
    function from(uint8 x) public { state = State(x); }
    function to() public view returns (uint) { return uint(state); }
    function limit() public pure returns (uint) { return LIMIT + DERIVED; }
    function first() public view returns (bool) { return state < type(State).max; }
    function wrapped(uint128 x) public { price = Price.wrap(x); assert(Price.unwrap(price) == x); }
    function named() public pure returns (bytes32) { return NAME; }
    function texts() public pure returns (bool) { return keccak256(bytes(TEXT)) == keccak256(bytes("text")); }
    function zero(address a) public { require(a != ZERO); flag = !flag; }
    function pick(bool b) public pure returns (uint) { return b ? 1e3 : 0x10; }
}
