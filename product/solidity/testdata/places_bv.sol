// compiler: 0.8.28
// arithmetic: bv
// Parts of memory that are assigned after their indices change.

contract Places {
    struct S { uint x; uint[2] a; }

    function tuple() public pure {
        uint[3] memory a;
        uint i = 0;
        (a[i], i) = (7, 1);
        assert(a[0] == 7);
        assert(a[1] == 7);
    }

    function compound() public pure {
        uint[3] memory a;
        uint i = 0;
        a[i++] += 2;
        assert(a[0] == 2 && i == 1);
        assert(a[1] == 2);
    }

    function member() public pure {
        S memory s;
        s.x += 2;
        s.a[1]++;
        assert(s.a[1] == 1);
        assert(s.x == 3);
    }
}
