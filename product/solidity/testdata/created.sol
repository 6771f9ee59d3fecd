// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

contract Child {
    uint public n;
    address public parent;

    constructor(uint k) {
        require(k > 2);
        n = k;
        parent = msg.sender;
    }

    function set(uint k) public {
        n = k;
    }
}

// What new makes is known when it is made; what is called then is unknown code, unless its type is trusted.
contract Parent {
    uint made;

    function make(uint k) public {
        Child c = new Child(k);
        Child d = new Child(4);
        made++;
        assert(k > 2); // the constructor says so
        assert(c != d && address(c) != address(this));
    }

    function ask() public {
        Child c = new Child(3);
        assert(c.n() == 3); // unknown code
    }

    function loop(uint k) public {
        Child last;
        for (uint i = 0; i < k; i++) {
            Child c = new Child(5);
            assert(c != last); // is so, but not known here
            last = c;
        }
    }
}

contract Getters {
    uint[] public list;
    mapping(uint => uint) public map;

    function read(uint i) public view {
        uint x = this.list(i);
        assert(i < list.length && x == list[i]);
        assert(this.map(i) == map[i]);
    }
}
