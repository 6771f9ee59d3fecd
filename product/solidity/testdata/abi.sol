// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// with: transactions
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint amount) external returns (bool);
}

type Id is uint64;

contract Encodings {
    enum Color {
        Red,
        Green
    }
    struct Point {
        uint x;
        int8 y;
        bool on;
    }

    function words(uint a, int8 b, address c, bool d, bytes3 e, Color f, Id g) public pure {
        bytes memory data = abi.encode(a, b, c, d, e, f, g);
        assert(data.length == 7 * 32);
        (uint a2, int8 b2, address c2, bool d2, bytes3 e2, Color f2, Id g2) = abi.decode(data, (uint, int8, address, bool, bytes3, Color, Id));
        assert(a == a2 && b == b2 && c == c2 && d == d2 && e == e2);
        assert(f == f2 && Id.unwrap(g) == Id.unwrap(g2));
    }

    function widened(uint8 a) public pure {
        assert(abi.decode(abi.encode(a), (uint)) == a);
        assert(keccak256(abi.encode(a)) == keccak256(abi.encode(uint(a))));
        assert(abi.decode(abi.encode(5), (uint8)) == 5);
    }

    function wrong(uint a, uint b) public pure {
        assert(abi.decode(abi.encode(a), (uint)) == b);
    }

    function references(bytes memory a, uint[] memory b, string memory c, Point memory p) public pure {
        (bytes memory a2, uint[] memory b2, string memory c2, Point memory p2) = abi.decode(abi.encode(a, b, c, p), (bytes, uint[], string, Point));
        assert(a.length == a2.length && b.length == b2.length);
        assert(b.length == 0 || b[0] == b2[0]);
        assert(keccak256(bytes(c)) == keccak256(bytes(c2)));
        assert(p.x == p2.x && p.y == p2.y && p.on == p2.on);
        p2.x++;
        assert(p2.x == p.x + 1); // a copy
    }

    function shorter(bytes memory data) public pure {
        (uint a, uint b) = abi.decode(data, (uint, uint));
        a;
        b;
        assert(data.length >= 64);
    }

    function unknown(bytes memory data) public pure {
        assert(abi.decode(data, (uint)) < 5);
    }

    function calls(address to, uint amount) public pure {
        bytes memory a = abi.encodeCall(Token.transfer, (to, amount));
        bytes memory b = abi.encodeWithSelector(Token.transfer.selector, to, amount);
        bytes memory c = abi.encodeWithSignature("transfer(address,uint256)", to, amount);
        assert(a.length == 68);
        assert(keccak256(a) == keccak256(b) && keccak256(b) == keccak256(c));
        assert(bytes4(a) == Token.transfer.selector);
        assert(a[0] == 0xa9 && c[3] == 0xbb);
    }

    function packed(uint16 a, bytes2 b, address c) public pure {
        bytes memory p = abi.encodePacked(a, b, c);
        assert(p.length == 24);
        assert(keccak256(p) == keccak256(abi.encodePacked(a, b, c)));
    }

    function bytesN(bytes4 a) public pure {
        assert(bytes8(a) >> 32 == bytes8(uint64(uint32(a))));
        assert(bytes2(a) == bytes2(bytes.concat(a)) || true);
        assert(a[0] == bytes1(a));
        assert(a[3] == bytes1(uint8(uint32(a) & 0xff)));
        bytes memory d = bytes.concat(a, a);
        assert(d.length == 8);
    }

    function slices(bytes calldata d) public pure {
        require(d.length >= 8);
        bytes4 s = bytes4(d[4:8]);
        assert(s[0] == d[4] && s[3] == d[7]);
        assert(bytes4(d[:4])[1] == d[1]);
        bytes calldata middle = d[2:5];
        assert(middle.length == 3 && middle[1] == d[3]);
        assert(s[0] == d[0]); // fails
    }

    function strings(string memory s) public pure {
        string memory t = "some text";
        bytes memory b = bytes(t);
        assert(b.length == 9 && b[0] == "s" && b[8] == "t");
        assert(bytes(t).length == 9 && bytes("").length == 0);
        bytes memory c = bytes(s);
        assert(c.length == bytes(s).length);
        assert(bytes(string(c)).length == c.length);
        assert(bytes(string.concat(s, t, "!")).length == c.length + 10);
        assert(c.length > 0); // fails
    }

    function none() public pure {
        assert(abi.encode().length == 0 && abi.encodePacked().length == 0);
        assert(abi.encodePacked("ab", uint8(1)).length >= 1);
    }
}
