// compiler: 0.8.28
// with: infer
// with: engines
// Whatever engines say of these, only what holds is used.
pragma solidity ^0.8.0;

contract Lies {
    uint small; uint large; mapping(address => uint) each;
    function grow() public {
        uint s = small;
        if (s <= 2) small = s + 1;
        else if (s >= 4) small = 7;
        large++; each[msg.sender] = 9;
    }
    function right() public view { uint k = small; assert(k != 7); }
    function wrongLarge() public view { uint k = large; assert(k != 4); }
    function wrongEach(address a) public view { uint k = each[a]; assert(k != 9); }
}
