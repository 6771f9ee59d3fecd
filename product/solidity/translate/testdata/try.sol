// try: the call succeeds with its results, or fails and changes nothing; which clauses may run.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

interface Source { function read(uint k) external returns (uint v); function fire() external payable; }

contract Try {
    uint last;
    function read(Source s) public returns (uint) {
        try s.read(1) returns (uint v) { last = v; return v; } catch { return 0; }
    }
    function reasons(Source s) public {
        try s.fire{value: 5}() { last = 1; } catch Error(string memory) { last = 2; } catch Panic(uint code) { last = code; } catch (bytes memory) { last = 3; }
    }
    function some(Source s) public { try s.read(2) { last = 4; } catch Error(string memory) { last = 5; } }
    function create() public { try new Part(1) returns (Part p) { last = p.k(); } catch { last = 6; } }
    function own() public { try this.read(Source(address(1))) returns (uint v) { last = v; } catch {} }
}

contract Part { uint public k; constructor(uint x) { require(x > 0); k = x; } }
