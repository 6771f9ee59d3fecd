// compiler: 0.8.28
// References to elements that are no longer in their array.

contract Removed {
    struct S { uint x; }
    S[] structs;
    uint[][] arrays;

    function popped() public {
        require(arrays.length == 1);
        uint[] storage p = arrays[0];
        arrays.pop();
        p.push(5);
        arrays.push();
        assert(arrays[0].length == 0);
    }

    function deleted() public {
        require(structs.length == 1);
        S storage p = structs[0];
        delete structs;
        p.x = 5;
        structs.push();
        assert(structs[0].x == 0);
    }

    function fine(uint i) public {
        S storage p = structs[i];
        structs.push().x = 2;
        p.x = 3;
        structs.push(S(4));
        arrays.push().push(1);
        assert(structs[i].x == 3);
    }
}
