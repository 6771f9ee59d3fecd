// compiler: 0.8.28
// with: infer
// with: transactions
// Two calls, one after the other, while the auction pays back: to close it and to open the next one.
pragma solidity ^0.8.0;

contract Auction {
    address leader;
    uint highest;
    uint round;
    bool open;
    constructor() { open = true; }

    function bid() public payable {
        require(open && msg.value > highest);
        uint now_ = round;
        if (leader != address(0)) {
            (bool ok, ) = leader.call{value: highest}("");
            require(ok);
        }
        leader = msg.sender;
        highest = msg.value;
        assert(!open || now_ == round);
    }

    function close() public { require(open && msg.sender == leader); open = false; }

    function restart() public {
        require(!open);
        open = true;
        leader = address(0);
        highest = 0;
        round++;
    }
}

contract AuctionFixed {
    address leader;
    uint highest;
    uint round;
    bool open;
    bool paying;
    constructor() { open = true; }

    function bid() public payable {
        require(open && !paying && msg.value > highest);
        uint now_ = round;
        if (leader != address(0)) {
            paying = true;
            (bool ok, ) = leader.call{value: highest}("");
            require(ok);
            paying = false;
        }
        leader = msg.sender;
        highest = msg.value;
        assert(!open || now_ == round);
    }

    function close() public { require(open && !paying && msg.sender == leader); open = false; }

    function restart() public {
        require(!open && !paying);
        open = true;
        leader = address(0);
        highest = 0;
        round++;
    }
}
