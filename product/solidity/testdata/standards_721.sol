// compiler: 0.8.28
// spec: erc721
// with: transactions
// via-ir: no
// Functions that revert for tokens that do not exist; a callback of the receiver, which may do anything else.
pragma solidity ^0.8.0;

interface Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

contract Thing {
    mapping(uint256 => address) internal owners;
    mapping(address => uint256) internal counts;
    mapping(uint256 => address) internal approvals;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    uint256 internal next;

    function mint() public {
        owners[next++] = msg.sender;
        counts[msg.sender]++;
    }

    function ownerOf(uint256 id) public view returns (address) {
        address owner = owners[id];
        require(owner != address(0), "none");
        return owner;
    }

    function balanceOf(address owner) public view returns (uint256) {
        require(owner != address(0), "nobody");
        return counts[owner];
    }

    function getApproved(uint256 id) public view returns (address) {
        ownerOf(id);
        return approvals[id];
    }

    function approve(address to, uint256 id) public {
        address owner = ownerOf(id);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender]);
        approvals[id] = to;
    }

    function setApprovalForAll(address operator, bool approved) public {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(from == ownerOf(id) && to != address(0));
        require(msg.sender == from || isApprovedForAll[from][msg.sender] || msg.sender == approvals[id]);
        unchecked {
            counts[from]--;
            counts[to]++;
        }
        owners[id] = to;
        // The approval stays: an error.
    }

    function safeTransferFrom(address from, address to, uint256 id) public {
        transferFrom(from, to, id);
        Receiver(to).onERC721Received(msg.sender, from, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes calldata data) public {
        transferFrom(from, to, id);
        Receiver(to).onERC721Received(msg.sender, from, id, data);
    }
}
// for: check
