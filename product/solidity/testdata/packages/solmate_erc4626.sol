// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "solmate/src/tokens/ERC4626.sol";
contract Vault is ERC4626 {
    uint256 internal managed;
    constructor(ERC20 token) ERC4626(token, "V", "V") { }
    function totalAssets() public view override returns (uint256) { return managed; }
    function afterDeposit(uint256 assets, uint256) internal override { managed += assets; }
    function beforeWithdraw(uint256 assets, uint256) internal override { managed -= assets; }
}
