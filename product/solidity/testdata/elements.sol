// compiler: 0.8.28
// with: infer
// with: engines
// with: transactions
// What engines find for one element of a mapping, of any key, holds for all.
pragma solidity ^0.8.0;

contract Cap {
    mapping(address => uint) n;
    function f() public { require(n[msg.sender] < 3); n[msg.sender] += 2; }
    function check(address a) public view { uint m = n[a]; assert(m != 5); }
}

contract Orders {
    enum Step { None, Open, Done }
    struct Order { Step step; uint paid; uint due; }
    mapping(uint => Order) orders;
    function open(uint i, uint x) public { require(orders[i].step == Step.None); orders[i].due = x; orders[i].step = Step.Open; }
    function pay(uint i) public { require(orders[i].step == Step.Open); orders[i].paid = orders[i].due; orders[i].step = Step.Done; }
    function check(uint i) public view { if (orders[i].step == Step.Done) { uint d = orders[i].due; assert(orders[i].paid < d + 1); } }
}

// Another element than the one that is looked at changes, too.
contract CapWrong {
    mapping(address => uint) n;
    function f() public { require(n[msg.sender] < 3); n[msg.sender] += 2; }
    function give(address a) public { n[a] += n[msg.sender]; }
    function check(address a) public view { uint m = n[a]; assert(m != 6); }
}
// for: check
