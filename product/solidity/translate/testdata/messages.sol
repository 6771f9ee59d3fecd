// What a transaction is made of: sender, value, data, time, gas, hashes, balances, encodings.
// compiler: 0.8.28
// arithmetic: checked
// arithmetic: bv
pragma solidity ^0.8.0;

contract Messages {
    uint kept;
    address who;
    bytes4 sig;
    bytes32 hash;

    function pay() public payable { kept = msg.value; who = msg.sender; sig = msg.sig; }
    function free() public { assert(sent() == 0); who = tx.origin; }
    function sent() internal view returns (uint) { return msg.value; }
    function time() public { kept = block.timestamp + block.number; who = block.coinbase; }
    function gas() public view returns (uint) { return gasleft() + tx.gasprice + block.gaslimit; }
    function hashed(uint x, string memory s) public { hash = keccak256(abi.encode(x, s)); hash = sha256(abi.encodePacked(x)); who = ecrecover(hash, 1, hash, hash); }
    function blocks() public view returns (bytes32) { return blockhash(block.number - 1); }
    function balances(address a) public view returns (uint) { return a.balance + address(this).balance; }
    function encoded(bytes memory b) public pure returns (uint x, bool y) { (x, y) = abi.decode(b, (uint, bool)); }
    function data(bytes calldata d) external pure returns (uint) { return d.length + msg.data.length; }
    function concat(bytes memory a) public pure returns (uint) { return bytes.concat(a, hex"0102").length; }
    function chain() public view returns (uint) { return block.chainid + block.basefee + block.prevrandao; }
    function code(address a) public view returns (bool) { return a.code.length > 0; }
}
