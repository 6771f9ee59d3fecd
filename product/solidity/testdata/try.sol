// compiler: 0.8.28
pragma solidity ^0.8.0;

interface Oracle {
    function price(uint id) external returns (uint value, bool fresh);
    function look() external view returns (uint);
}

// What try does: the call may fail, and changes nothing then.
contract Try {
    uint n;
    uint[] seen;

    function ask(Oracle o, uint id) public returns (uint) {
        n = 1;
        try o.price(id) returns (uint value, bool fresh) {
            assert(fresh || !fresh);
            return value;
        } catch Error(string memory) {
            assert(n == 1);
            return 2;
        } catch (bytes memory data) {
            assert(n == 1);
            assert(data.length < 4); // may be longer
        }
        assert(n == 1);
        return 3;
    }

    function reentered(Oracle o) public {
        n = 1;
        try o.price(0) {
            assert(n == 1); // the other contract may call this one
        } catch {
            assert(n == 1);
        }
    }

    function peek(Oracle o) public {
        n = 1;
        try o.look() returns (uint v) {
            n = v;
        } catch {}
        assert(n == 1); // it is what was seen
    }

    function onlyPanic(Oracle o) public returns (uint r) {
        try o.look() returns (uint) {
            r = 1;
        } catch Panic(uint) {
            r = 2;
        }
        assert(r == 1 || r == 2);
    }

    function step(uint k) external {
        require(k > 2);
        n = k;
    }

    function itself(uint k) public {
        n = 0;
        try this.step(k) {
            assert(n == k && k > 2);
        } catch {
            assert(n == 0);
        }
    }

    function tuples() public {
        (n, seen) = (seen.length, seen);
        assert(seen.length == n);
    }
}
