// compiler: 0.8.28
// with: infer
// with: transactions
// Read-only re-entrance: others read a price that holds only between calls.
pragma solidity ^0.8.0;

contract ReadOnly {
    uint shares;
    uint assets;
    mapping(address => uint) owned;

    function enter() public payable {
        owned[msg.sender] += msg.value;
        shares += msg.value;
        assets += msg.value;
    }

    function leave(uint n) public {
        owned[msg.sender] -= n;
        assets -= n;
        (bool ok, ) = msg.sender.call{value: n}("");
        require(ok);
        shares -= n;
    }

    function price() public view returns (uint) {
        assert(assets >= shares);
        return shares == 0 ? 1 : assets / shares;
    }
}

contract ReadOnlyFixed {
    uint shares;
    uint assets;
    mapping(address => uint) owned;

    function enter() public payable {
        owned[msg.sender] += msg.value;
        shares += msg.value;
        assets += msg.value;
    }

    function leave(uint n) public {
        owned[msg.sender] -= n;
        assets -= n;
        shares -= n;
        (bool ok, ) = msg.sender.call{value: n}("");
        require(ok);
    }

    function price() public view returns (uint) {
        assert(assets >= shares);
        return shares == 0 ? 1 : assets / shares;
    }
}
