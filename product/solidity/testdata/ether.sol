// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// Nobody has more ether than there is.
contract Ether {
    function most(address a) public view {
        assert(a.balance < 2 ** 128);
        assert(msg.sender.balance < 2 ** 128);
    }

    function some(address a) public view {
        assert(a.balance < 2 ** 64);
    }
}
