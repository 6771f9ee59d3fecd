// Solidity 0.4: constructors by name, var, now, throw, length of arrays that is assigned, selfdestruct, fallback.
// compiler: 0.4.26
// arithmetic: mod
pragma solidity ^0.4.0;

contract Old {
    address owner;
    uint[] list;
    uint time;
    function Old() public { owner = msg.sender; time = now; }
    function set(uint x) public { if (msg.sender != owner) throw; var y = x + 1; time = y; }
    function grow() public { list.length++; }
    function shrink() public { list.length = 2; }
    function call(address a) public returns (bool) { return a.call.value(1)(); }
    function pay() public payable { owner.transfer(msg.value); assert(this.balance >= 0); }
    function digest(uint x) public view returns (bytes32) { return keccak256(x, owner); }
    function kill() public { selfdestruct(owner); }
    function words() public { assembly { let x := 1 } }
    function () public payable { time = 1; }
}
