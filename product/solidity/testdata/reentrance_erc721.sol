// compiler: 0.8.28
// with: infer
// with: transactions
// One token for each account; onERC721Received is called before that is noted.
pragma solidity ^0.8.0;

interface IReceiver { function onERC721Received(address operator, address from, uint id) external returns (bytes4); }

contract Minting {
    mapping(uint => address) owners;
    mapping(address => uint) minted;
    uint next;

    function mint() public {
        require(minted[msg.sender] == 0);
        uint id = next++;
        owners[id] = msg.sender;
        bytes4 answer = IReceiver(msg.sender).onERC721Received(msg.sender, address(0), id);
        require(answer == IReceiver.onERC721Received.selector);
        minted[msg.sender]++;
    }

    function check(address a) public view { assert(minted[a] <= 1); }
}

contract MintingFixed {
    mapping(uint => address) owners;
    mapping(address => uint) minted;
    uint next;

    function mint() public {
        require(minted[msg.sender] == 0);
        uint id = next++;
        owners[id] = msg.sender;
        minted[msg.sender]++;
        bytes4 answer = IReceiver(msg.sender).onERC721Received(msg.sender, address(0), id);
        require(answer == IReceiver.onERC721Received.selector);
    }

    function check(address a) public view { assert(minted[a] <= 1); }
}
