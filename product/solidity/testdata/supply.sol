// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;
contract Known {
    address known;
    mapping(uint => address) more;
    function set(address a, uint i) public { known = a; more[i] = a; }
    // Nobody has more than there is.
    function rich() public view { assert(known.balance < 300000000 ether); }
    function richer(uint i) public view { assert(more[i].balance < 300000000 ether); }
    function some(uint i) public view { assert(more[i].balance < 3 ether); }
    function fixedAddress() public view { assert(address(0x123456).balance < 300000000 ether); }
}
contract Own {
    function own() public view { assert(address(this).balance < 300000000 ether); }
    function par(address a) public view { assert(a.balance < 300000000 ether); }
    function get() public payable { assert(msg.value < 300000000 ether); }
}
