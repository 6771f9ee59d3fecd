// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// compiler: 0.8.28
// checks: all
// with: infer
// with: transactions

contract Rows {
    uint[][] rows;
    bytes text;

    constructor() payable {
        require(msg.value > 100);
        rows.push();
        rows.push();
        rows[1].push();
        rows[1].push();
        text = "abc";
    }

    function get() public view returns (uint) {
        return rows[1][1] + uint8(text[2]);
    }

    function add() public {
        rows.push();
        rows[1].push(3);
    }

    function rich() public view {
        assert(address(this).balance > 100);
        assert(address(this).balance > 101); // violated
    }
}

// Rows become shorter.
contract Shorter {
    uint[][] rows;

    constructor() {
        rows.push();
        rows.push();
        rows[1].push();
        rows[1].push();
    }

    function get() public view returns (uint) {
        return rows[1][1]; // violated
    }

    function remove() public {
        rows[1].pop();
    }
}
