// What can be assigned: nested mappings, structs in storage and memory, references, arrays of structs, delete, tuples.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

contract Places {
    struct Point { uint x; int8 y; }
    struct Line { Point from; Point to; string name; }
    mapping(address => mapping(uint => Point)) grid;
    Line[] lines;
    Point[2] ends;
    Point single;
    bytes data;
    string text;

    function nested(uint i) public { grid[msg.sender][i].x = i; delete grid[msg.sender][i + 1]; }
    function refer(uint i) public { Point storage p = grid[msg.sender][i]; p.y = -1; p.x += 2; }
    function chosen(bool b) public { Point storage p = b ? ends[0] : ends[1]; p.x = 1; }
    function memories() public returns (uint) { Point memory p = Point({y: 2, x: 1}); Point memory q = p; q.x = 5; single = p; return p.x; }
    function copy() public view returns (int8) { Point memory p = single; p.y = 3; return single.y; }
    function arrays(uint n) public pure returns (uint) { uint[] memory a = new uint[](n); a[0] = 4; return a.length + a[0]; }
    function append() public { lines.push(); lines[lines.length - 1].to.x = 9; Line storage l = lines.push(); l.name = "new"; }
    function raw() public { data.push(0x41); data[0] = "B"; data.pop(); text = "text"; }
    function swap() public { (ends[0].x, ends[1].x) = (ends[1].x, ends[0].x); (uint a, , bool c) = three(); if (c) single.x = a; }
    function three() internal pure returns (uint, int8, bool) { return (1, 2, true); }
    function literal() public pure returns (uint) { uint8[3] memory a = [1, 2, 3]; return a[1]; }
    function whole() public { delete single; delete lines; single = ends[0]; }
}
