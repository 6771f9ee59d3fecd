// compiler: 0.8.28
// with: infer
// with: typed
// with: transactions
// A lender reads the price of a vault while the vault pays out.
pragma solidity ^0.8.0;

contract Vault {
    uint public shares;
    uint public assets;
    function enter() public payable { shares += msg.value; assets += msg.value; }
    function leave(uint n) public {
        assets -= n;
        (bool ok, ) = msg.sender.call{value: n}("");
        require(ok);
        shares -= n;
    }
}

contract Lender {
    Vault vault = new Vault();
    function borrow() public view { assert(vault.assets() >= vault.shares()); }
}

/// @notice invariant assets >= shares
contract VaultFixed {
    uint public shares;
    uint public assets;
    function enter() public payable { shares += msg.value; assets += msg.value; }
    function leave(uint n) public {
        assets -= n;
        shares -= n;
        (bool ok, ) = msg.sender.call{value: n}("");
        require(ok);
    }
    function gap() public view returns (uint) { return assets - shares; }
}

contract LenderFixed {
    VaultFixed vault = new VaultFixed();
    function borrow() public view { assert(vault.assets() >= vault.shares()); }
}
