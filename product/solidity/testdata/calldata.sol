// compiler: 0.8.28
pragma solidity ^0.8.0;

// What a call was made with is the same in what is called internally, and another thing from outside.
contract CallData {
    bytes4 sig;
    uint length;

    function keep() public {
        sig = msg.sig;
        length = msg.data.length;
        same();
        assert(sig == msg.sig);
    }

    function same() internal view {
        assert(sig == msg.sig && length == msg.data.length);
    }

    function other() public {
        sig = msg.sig;
        this.look();
        assert(sig == msg.sig);
    }

    function look() external view {
        assert(sig == msg.sig); // called by other, for example
    }

    function chain(uint id) public view {
        require(id == block.chainid);
        assert(id == block.chainid);
        assert(block.basefee > 0);
    }
}
