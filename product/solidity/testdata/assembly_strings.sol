// compiler: 0.8.28
// checks: assert
pragma solidity ^0.8.0;

// Assembly that knows where a string is may change it.
contract Strings {
    function direct() public pure {
        string memory s = "ab";
        bytes32 h = keccak256(bytes(s));
        assembly ("memory-safe") {
            mstore(add(s, 32), 0)
        }
        assert(keccak256(bytes(s)) == h);
    }

    function address_of(string memory s) internal pure returns (uint256 p) {
        assembly {
            p := s
        }
    }

    function later() public pure {
        string memory s = "ab";
        bytes32 h = keccak256(bytes(s));
        uint256 p = address_of(s);
        assembly ("memory-safe") {
            mstore(add(p, 32), 0)
        }
        assert(keccak256(bytes(s)) == h);
    }
}
