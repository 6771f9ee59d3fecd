// References to storage: declared first and assigned later, chosen, through functions; copies between storage, memory and calldata.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

contract References {
    struct Record { uint amount; bool open; }
    struct Nested { Record inner; uint[2] pair; }
    mapping(uint => Record) public records;
    Record[] public list;
    mapping(uint => mapping(address => bool)) public flags;
    Nested nested;
    uint[] numbers;
    uint[4] fixedNumbers;

    function assigned(bool b, uint i) public { Record storage r; if (b) { r = records[i]; r.amount = 3; } else { r = records[i + 1]; r.open = true; } }
    function inner() public { Record storage r = nested.inner; r.amount++; nested.pair[1] = r.amount; }
    function passed(uint i) public { change(records[i], 4); change(nested.inner, 5); }
    function change(Record storage r, uint x) internal { r.amount = x; }
    function returned(uint i) public { Record storage r = find(i); r.open = false; }
    function find(uint i) internal view returns (Record storage r) { r = records[i]; }
    function pushed() public { Record storage r = list.push(); r.amount = 1; list.push(Record(2, true)); }
    function getters(uint i) public view returns (uint a, bool b, bool c) { (a, b) = this.records(i); c = this.flags(i, msg.sender); }
    function element() public view returns (uint a, bool b) { (a, b) = this.list(0); }
    function copies() public returns (uint) { uint[] memory m = numbers; m[0] = 1; numbers = m; uint[4] memory f = fixedNumbers; fixedNumbers = f; return m.length; }
    function given(uint[] calldata d, Record calldata r) external returns (uint) { numbers = d; list.push(r); return d[0] + r.amount; }
    function part(bytes calldata d) external pure returns (bytes4) { return bytes4(d[1:5]); }
    function structs() public { Nested memory n = nested; n.inner.amount = 2; nested = n; delete n.pair; delete nested.pair; }
}
