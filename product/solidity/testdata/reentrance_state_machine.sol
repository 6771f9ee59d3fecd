// compiler: 0.8.28
// for: check
// with: infer
// with: transactions
// A lock that is a state; one of the ways leaves it too early.
pragma solidity ^0.8.0;

contract Machine {
    enum State { Idle, Paying, Paused }
    State state;
    uint paid;
    uint limit = 2;

    function pay(address to) public {
        require(state == State.Idle && paid < limit);
        state = State.Paying;
        uint before = paid;
        (bool ok, ) = to.call("");
        require(ok);
        assert(paid == before);
        paid = before + 1;
        state = State.Idle;
    }

    function pause() public { require(state != State.Paused); state = State.Paused; }
    function resume() public { require(state == State.Paused); state = State.Idle; }
}

contract MachineFixed {
    enum State { Idle, Paying, Paused }
    State state;
    uint paid;
    uint limit = 2;

    function pay(address to) public {
        require(state == State.Idle && paid < limit);
        state = State.Paying;
        uint before = paid;
        (bool ok, ) = to.call("");
        require(ok);
        assert(paid == before);
        paid = before + 1;
        state = State.Idle;
    }

    function pause() public { require(state == State.Idle); state = State.Paused; }
    function resume() public { require(state == State.Paused); state = State.Idle; }
}
