// compiler: 0.8.28
// What an expression changes besides its value.

contract Places {
    mapping(uint => mapping(uint => uint)) m;
    uint[] a;
    uint[][] nested;
    struct S { uint x; }
    S[] structs;

    function mapping_(uint v) public {
        uint i = 0;
        m[0][0] = 0;
        m[1][0] = 0;
        m[i][i++] = v;
        assert(m[0][0] == v);
        assert(m[1][0] == v);
    }

    function array() public {
        uint i = 0;
        require(nested.length == 2 && nested[0].length == 1 && nested[1].length == 1);
        nested[1][0] = 0;
        nested[i][i++] = 5;
        assert(nested[0][0] == 5);
        assert(nested[1][0] == 5);
    }

    function increment() public {
        require(a.length == 2);
        a[0] = 0;
        a[1] = 9;
        uint z = ++a[a[0]];
        assert(z == 1);
        assert(z == 9);
    }

    function reference_(uint i) public {
        require(i < 5 && structs.length == 10);
        structs[i].x = 1;
        structs[i + 1].x = 7;
        (S storage p, uint j) = (structs[i], i++);
        assert(p.x == 1 && j + 1 == i);
        assert(p.x == 7);
    }
}

contract Messages {
    uint[] a;
    event Sent(bool ok);

    function event_(address payable x) public {
        uint b = address(this).balance;
        require(x != address(this));
        emit Sent(x.send(1));
        assert(address(this).balance == b);
    }

    function message() public {
        uint l = a.length;
        require(true, string(abi.encode(a.push())));
        assert(a.length == l);
    }
}

contract Poor {
    function send(address payable a) public {
        require(address(this).balance == 0);
        bool ok = a.send(1);
        assert(!ok);
        assert(ok);
    }

    function call(address a) public {
        require(address(this).balance == 0);
        (bool ok, ) = a.call{value: 1}("");
        assert(!ok);
        assert(ok);
    }

    function transfer(address payable a) public {
        require(address(this).balance == 0);
        a.transfer(1);
        assert(false);
    }
}

abstract contract Base {
    /// @notice postcondition r == 1
    function f() external virtual returns (uint r) { return 1; }
    function g() public { assert(this.f() == 1); }
}

contract Getter is Base {
    uint public override f;
}
