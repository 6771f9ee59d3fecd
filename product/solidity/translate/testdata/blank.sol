// A contract in which a test writes annotations over the lines of dots; without any it is translated like others.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

/// contract ...........................................................................................
contract Blank {
    uint n;
    mapping(address => uint) m;

    /// event ..............................................................................................
    event Changed(uint v);

    /// function ...........................................................................................
    function f(uint x) public returns (uint r) {
        /// loop ...............................................................................................
        while (n < x) n++;
        r = n;
    }
}
