// compiler: 0.7.6
// arithmetic: mod-overflow
pragma solidity ^0.7.0;

// What is computed for a message only overflows, too.

contract Messages {
    event Number(uint8 n);

    function event_(uint8 n) public { emit Number(n + 1); }
    function small(uint8 n) public { require(n < 10); emit Number(n + 1); }
    function reason(uint8 n) public pure { require(n > 3, string(abi.encode(n + 1))); }
    function encoded(uint8 n) public pure returns (bytes32) { return keccak256(abi.encode(n + 1)); }
    function data(uint8 n) public { msg.sender.call(abi.encode(n + 1)); }
    function gas_(uint8 n) public { this.event_{gas: n + 1}(3); }
}
