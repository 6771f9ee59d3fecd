// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
contract Vault is ERC4626 {
    uint256 internal managed;
    constructor(IERC20 token) ERC4626(token) ERC20("V", "V") { }
    function totalAssets() public view override returns (uint256) { return managed; }
    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        super._deposit(caller, receiver, assets, shares);
        managed += assets;
    }
    function _withdraw(address caller, address receiver, address owner, uint256 assets, uint256 shares) internal override {
        managed -= assets;
        super._withdraw(caller, receiver, owner, assets, shares);
    }
}
