// compiler: 0.8.28
// with: infer
// While a lock is held calls of the contract change nothing, if all of its functions see to it.
pragma solidity ^0.8.0;

contract Guarded {
    bool locked;
    uint data;
    modifier guarded() { require(!locked); locked = true; _; locked = false; }
    function call(address a) public guarded {
        uint old = data;
        (bool ok, ) = a.call("");
        assert(!ok || data == old);
    }
    function set(uint d) public guarded { data = d; }
    function unrelated() public guarded { assert(locked); }
}

// Anybody can open it.
contract Opened {
    bool locked;
    uint data;
    function call(address a) public {
        require(!locked);
        locked = true;
        uint old = data;
        (bool ok, ) = a.call("");
        assert(!ok || data == old);
        locked = false;
    }
    function set(uint d) public { require(!locked); data = d; }
    function open() public { locked = false; }
}

// One function does not look.
contract Forgotten {
    bool locked;
    uint data;
    uint other;
    function call(address a) public {
        require(!locked);
        locked = true;
        uint old = data;
        uint old2 = other;
        (bool ok, ) = a.call("");
        assert(!ok || data == old);
        assert(!ok || other == old2);
        locked = false;
    }
    function set(uint d) public { require(!locked); data = d; }
    function change(uint d) public { other = d; }
}

// It is not held where the call is.
contract Late {
    bool locked;
    uint data;
    function call(address a) public {
        require(!locked);
        uint old = data;
        (bool ok, ) = a.call("");
        locked = true;
        assert(!ok || data == old);
        locked = false;
    }
    function set(uint d) public { require(!locked); data = d; }
}

// Only once.
contract Once {
    bool done;
    uint count;
    function first(address a) public {
        require(!done);
        done = true;
        (bool ok, ) = a.call("");
        require(ok);
        count += 1;
    }
    function check() public view { assert(count <= 1); }
}

contract Twice {
    bool done;
    uint count;
    function first(address a) public {
        require(!done);
        (bool ok, ) = a.call("");
        require(ok);
        done = true;
        count += 1;
    }
    function check() public view { assert(count <= 1); }
}

// Ether may arrive meanwhile without a call.
contract Forced {
    uint data;
    uint held;
    function call(address a) public {
        if (address(this).balance == held) {
            uint old = data;
            (bool ok, ) = a.call("");
            assert(!ok || data == old);
        }
    }
    function set(uint d) public { if (address(this).balance != held) data = d; }
}
// for: check
