// Solidity 0.5: push returns nothing, payable addresses, calls with two results, constructor by keyword, value by method.
// compiler: 0.5.17
// arithmetic: mod-overflow
pragma solidity ^0.5.0;

contract Middle {
    address payable owner;
    uint[] list;
    mapping(address => uint) amounts;
    uint8 small;
    constructor() public { owner = msg.sender; }
    function push(uint x) public { list.push(x); list.length--; }
    function call(address a) public { (bool ok, bytes memory data) = a.call.value(3)("x"); require(ok && data.length == 0); }
    function add(uint x) public { require(amounts[msg.sender] + x >= x, "overflow"); amounts[msg.sender] += x; small++; }
    function later() public { uint[] storage s = list; s[0] = now; }
    function () external payable { owner.transfer(msg.value); }
}
