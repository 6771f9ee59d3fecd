// compiler: 0.8.28
pragma solidity ^0.8.0;

contract References {
    struct Item { uint id; uint[] parts; }
    mapping(uint => Item) items;
    Item[] list;
    uint[] numbers;
    uint[] others;

    function rename(Item storage item, uint id) internal { item.id = id; }

    function storageReference(uint k) public {
        Item storage i = items[k];
        rename(i, 5);
        assert(items[k].id == 5);
        i = items[k + 1];
        i.id = 6;
        assert(items[k].id == 5 && items[k + 1].id == 6);
    }

    function choice(bool b) public {
        Item storage i = items[0];
        if (b) i = items[1];
        i.id = 7;
        assert(items[1].id == 7);
    }

    function memoryReference(uint n) public pure {
        uint[] memory a = new uint[](n);
        uint[] memory b = a;
        require(n > 1);
        b[1] = 3;
        assert(a[1] == 3 && a[0] == 0 && a.length == n);
    }

    function pushed() public {
        list.push();
        list[list.length - 1].id = 4;
        assert(list[list.length - 1].parts.length == 0);
    }

    function either(bool b, uint n) public {
        uint[] storage p = b ? numbers : others;
        require(p.length > 0 && numbers.length == 1 && others.length == 1);
        others[0] = 7;
        p[0] = n;
        assert(!b || numbers[0] == n && others[0] == 7);
        assert(b || others[0] == n);
        assert(numbers[0] == n); // only if b
    }

    function assembly_() public pure returns (uint r) { assembly { mstore(r, 1) r := 1 } }

    function usesAssembly() public pure { assert(assembly_() == 1); }
}
