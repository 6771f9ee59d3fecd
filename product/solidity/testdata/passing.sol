// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// What code outside may do with ether while it runs, and what calls do where there is no code.
contract Passing {
    mapping(address => uint) paid;
    bool locked;

    function pay() public payable {
        paid[msg.sender] += msg.value;
    }

    // The receiver passes ether on.
    function receives(uint amount) public {
        require(!locked);
        locked = true;
        uint before = msg.sender.balance;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        assert(msg.sender.balance == before + amount);
        locked = false;
    }

    // It leaves ether to the contract, which cannot refuse it.
    function keeps(address a) public {
        require(!locked);
        locked = true;
        uint before = address(this).balance;
        (bool ok, ) = a.call("");
        assert(!ok || address(this).balance == before);
        locked = false;
    }

    // It pays.
    function calls(address a) public {
        require(paid[a] == 0);
        (bool ok, ) = msg.sender.call("");
        assert(!ok || paid[a] == 0);
    }

    // Nothing happens at address zero, and where the transaction comes from.
    function zero(uint amount) public {
        (bool ok, bytes memory data) = address(0).call{value: amount}("");
        if (amount > 3 && amount < 7)
            assert(!ok || data.length > 0);
    }

    function origin(uint amount) public {
        require(msg.sender == tx.origin);
        uint before = msg.sender.balance;
        (bool ok, ) = msg.sender.call{value: amount}("");
        assert(!ok || msg.sender.balance == before);
    }

    // Without code a call fails.
    function high(Passing p) public {
        require(address(p) == address(0));
        p.pay();
        assert(false);
    }
}

// What the machine has built in has no account, and cannot be called like a contract.
contract BuiltIn {
    function low(Passing p) public {
        require(uint160(address(p)) < 10);
        p.pay();
        assert(false);
    }

    function pays(address payable a) public {
        require(uint160(address(a)) < 10);
        a.transfer(1);
        assert(address(this).balance > 5);
    }

    function sent() public {
        require(uint160(msg.sender) < 10);
        assert(false);
    }

    function any(Passing p) public {
        p.pay();
        assert(false);
    }
}
// for: check
