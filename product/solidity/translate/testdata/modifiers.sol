// Modifiers: code before and behind the body, arguments, two of them, a return in the body, one that derived contracts override.
// compiler: 0.7.6
// arithmetic: mod
pragma solidity ^0.7.0;

contract Base {
    address owner;
    bool locked;
    uint n;

    modifier onlyOwner() virtual { require(msg.sender == owner, "not the owner"); _; }
    modifier noReentry() { require(!locked); locked = true; _; locked = false; }
    modifier atLeast(uint x) { if (n >= x) { _; } }

    function change(address to) public onlyOwner { owner = to; }
    function guarded(uint x) public noReentry returns (uint) { if (x > 5) return 1; n = x; return 2; }
    function both(uint x) public onlyOwner atLeast(x + 1) { n = x; }
}

contract Derived is Base {
    modifier onlyOwner() override { require(msg.sender == owner && n > 0); _; }
}
