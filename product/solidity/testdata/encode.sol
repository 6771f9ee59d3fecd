// compiler: 0.8.28
// checks: all
pragma solidity ^0.8.0;

// Encodings of the same values are the same; nothing else is known of them.
contract Encode {
    struct Inner {
        uint t;
    }
    struct S {
        uint x;
        Inner inner;
        bytes data;
        uint[] list;
    }
    S public s;
    bytes32 stored;

    function same(uint x, address a, bytes memory b) public pure {
        bytes32 h = keccak256(abi.encode(x, a, b));
        assert(h == keccak256(abi.encode(x, a, b)));
        assert(h != keccak256(abi.encode(x + 1, a, b))); // nobody knows
    }

    function packed(uint8 x, uint16 y) public pure {
        require(x == y);
        assert(keccak256(abi.encodePacked(x)) == keccak256(abi.encodePacked(y))); // of different sizes
    }

    function keep(uint x) public {
        stored = keccak256(abi.encodePacked(x, msg.sender));
        assert(stored == keccak256(abi.encodePacked(x, msg.sender)));
    }

    function written(bytes memory b) public pure {
        require(b.length > 0);
        bytes32 h = keccak256(abi.encode(b));
        b[0] = 0x01;
        assert(h == keccak256(abi.encode(b))); // it was changed
    }

    function joined(bytes memory a, bytes4 b) public pure {
        bytes memory c = bytes.concat(a, b, "xyz");
        assert(c.length == a.length + 7);
    }

    function part(bytes calldata b, uint n) public pure returns (bytes1) {
        require(b.length > 4);
        bytes calldata c = b[:n];
        assert(c.length == n && n <= b.length);
        if (n > 2) {
            assert(c[2] == b[2]);
        }
        bytes calldata d = b[2:4];
        assert(d.length == 2);
        return d[2]; // there is none
    }

    function first(bytes memory b) public pure {
        require(b.length == 2 && b[0] == 0x12 && b[1] == 0x34);
        assert(bytes4(b) == 0x12340000);
        assert(bytes1(b) == 0x12);
        assert(bytes2(b) == 0x1235);
    }

    function members() public view {
        (uint x, Inner memory inner, bytes memory data) = this.s();
        assert(x == s.x && inner.t == s.inner.t && data.length == s.data.length);
    }
}
