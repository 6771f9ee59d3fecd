// compiler: 0.8.28
// with: transactions
// A contract whose code calls none of its own functions from outside is not the sender of a call that it gets.
pragma solidity ^0.8.0;

interface Other { function ping() external; function take(uint n) external; }

contract Never {
    mapping(address => uint) held;
    function take(uint n) public { assert(msg.sender != address(this)); held[msg.sender] += n; }
    function move(address to, uint n) public {
        require(to == address(this));
        held[msg.sender] -= n;
        held[to] += n;
        assert(held[to] >= n);
        Other(to).ping();
        (bool ok, ) = to.call{value: 1}("");
        require(ok);
    }
}

// The other one may be the contract itself.
contract BySelector {
    function take(uint) public view { assert(msg.sender != address(this)); }
    function call(Other o) public { o.take(1); }
}

contract ByItself {
    function take() public view { assert(msg.sender != address(this)); }
    function call() public { this.take(); }
}

contract ByData {
    function take() public view { assert(msg.sender != address(this)); }
    function call(address a, bytes memory d) public { (bool ok, ) = a.call(d); require(ok); }
}

// What is not named comes to the fallback function.
contract ByEther {
    receive() external payable { assert(msg.sender != address(this)); }
    function pay(address payable to) public { to.transfer(1); }
}

contract Base { function called(Other o) internal { o.take(1); } }

contract Inherited is Base {
    function take(uint) public view { assert(msg.sender != address(this)); }
    function call(Other o) public { called(o); }
}
