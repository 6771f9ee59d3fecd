// What is not supported is skipped, with the reason and its place; callers go on without its body.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

contract Skipped {
    struct Tree { uint v; Tree[] children; }
    struct Inner { mapping(uint => uint) m; }
    Tree tree;
    uint n;
    function () external callback;
    uint transient passing;

    function delegate(address a) public { (bool ok, ) = a.delegatecall(""); require(ok); }
    function pointer(function (uint) pure returns (uint) f) internal pure returns (uint) { return f(1); }
    function called() public { callback(); }
    function recursive() public view returns (uint) { return tree.v; }
    function arrays(uint k) public pure returns (uint) { uint[][] memory a = new uint[][](k); return a.length; }
    function ephemeral() public { passing = 1; }
    function calls(address a) public { delegate(a); n = 1; assert(n == 1); }
    function fine() public { n = 2; }
}

/// @notice invariant sum(records[__verifier_idx_uint].amount) >= 0
contract Summed {
    struct Record { uint amount; }
    mapping(uint => Record) records;
    Record other;
    function either(bool b, uint i) public { Record storage r = records[i]; if (b) { r = records[i + 1]; } r.amount = 3; }
    function one(uint i) public { Record storage r = records[i]; r.amount = 3; }
}
