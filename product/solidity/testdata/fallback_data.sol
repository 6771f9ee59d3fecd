// SPDX-License-Identifier: MIT
// compiler: 0.8.28
// checks: assert
// with: transactions
pragma solidity ^0.8.0;

// The parameter of a fallback function is msg.data, which begin with msg.sig; other functions have a selector and their static parameters there.
contract Input {
    uint calls;

    function known() external { calls = 0; }

    fallback(bytes calldata input) external returns (bytes memory) {
        calls = calls + 1;
        assert(input.length == msg.data.length);
        assert(input.length > 0); // fails
        assert(input.length < 4 || bytes4(input[:4]) == msg.sig);
        assert(bytes4(input) == msg.sig && bytes4(input) != this.known.selector);
        assert(input.length > 3 || msg.sig & 0x000000ff == 0);
        assert(msg.sig != 0x12345678); // fails
        return input;
    }
}

contract OnlySelector {
    fallback(bytes calldata input) external returns (bytes memory) {
        assert(input.length < 4 || bytes4(input[:4]) == msg.sig);
        assert(input.length > 1 || input.length == 0 || bytes1(msg.sig) == input[0]);
        return "";
    }
}

contract Assigned {
    fallback(bytes calldata input) external returns (bytes memory) {
        require(input.length > 0);
        input = input[1:];
        assert(input.length < msg.data.length);
        assert(input.length == msg.data.length); // fails
        return input;
    }
}

contract Sizes {
    struct Flat { uint a; bool[3] b; }
    struct Deep { Flat[2] f; string s; }

    function none() external pure { assert(bytes4(msg.data) == this.none.selector); }

    function one(uint8) external pure { assert(bytes4(msg.data[:4]) == msg.sig && msg.data.length >= 4 + 32); }

    function oneMore(uint8) external pure { assert(msg.data.length > 4 + 32); } // not known

    function flat(Flat calldata, bytes calldata) external pure { assert(msg.data.length >= 4 + 5 * 32); }

    function deep(Deep[2] calldata, address) external pure { assert(msg.data.length >= 4 + 2 * 32); }

    function array(Flat[2] calldata, uint[] calldata) external pure { assert(msg.data.length >= 4 + 9 * 32); }
}
