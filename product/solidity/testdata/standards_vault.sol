// compiler: 0.8.28
// spec: erc4626
// with: transactions
// via-ir: no
// A vault whose quotients are hard to solvers, so that what is proved rests on that they are functions of their arguments, and one that
// rounds in favour of those who leave.
pragma solidity ^0.8.0;

interface Asset {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

library Quotient {
    // x * y / d, whose product may exceed a word.
    function floor(uint256 x, uint256 y, uint256 d) internal pure returns (uint256) {
        return (x / d) * y + (x % d) * (y / d) + ((x % d) * (y % d)) / d;
    }

    function up(uint256 x, uint256 y, uint256 d) internal pure returns (uint256) {
        return floor(x, y, d) + (mulmod(x, y, d) > 0 ? 1 : 0);
    }
}

contract Vault {
    using Quotient for uint256;

    address public immutable asset;
    uint256 public totalAssets;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address token) {
        asset = token;
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets.floor(totalSupply + 1, totalAssets + 1);
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares.floor(totalAssets + 1, totalSupply + 1);
    }

    function previewDeposit(uint256 assets) public view returns (uint256) {
        return convertToShares(assets);
    }

    function previewMint(uint256 shares) public view returns (uint256) {
        return shares.up(totalAssets + 1, totalSupply + 1);
    }

    function previewWithdraw(uint256 assets) public view returns (uint256) {
        return assets.up(totalSupply + 1, totalAssets + 1);
    }

    function previewRedeem(uint256 shares) public view virtual returns (uint256) {
        return convertToAssets(shares);
    }

    function maxDeposit(address) public pure returns (uint256) {
        return type(uint256).max;
    }

    function maxMint(address) public pure returns (uint256) {
        return type(uint256).max;
    }

    function maxWithdraw(address owner) public view returns (uint256) {
        return convertToAssets(balanceOf[owner]);
    }

    function maxRedeem(address owner) public view returns (uint256) {
        return balanceOf[owner];
    }

    function deposit(uint256 assets, address receiver) public returns (uint256 shares) {
        shares = previewDeposit(assets);
        enter(assets, shares, receiver);
    }

    function mint(uint256 shares, address receiver) public returns (uint256 assets) {
        assets = previewMint(shares);
        enter(assets, shares, receiver);
    }

    function withdraw(uint256 assets, address receiver, address owner) public returns (uint256 shares) {
        require(assets <= maxWithdraw(owner));
        shares = previewWithdraw(assets);
        leave(assets, shares, receiver, owner);
    }

    function redeem(uint256 shares, address receiver, address owner) public returns (uint256 assets) {
        require(shares <= maxRedeem(owner));
        assets = previewRedeem(shares);
        leave(assets, shares, receiver, owner);
    }

    function gain(uint256 assets) public {
        require(Asset(asset).transferFrom(msg.sender, address(this), assets));
        totalAssets += assets;
    }

    function enter(uint256 assets, uint256 shares, address receiver) internal {
        require(Asset(asset).transferFrom(msg.sender, address(this), assets));
        totalAssets += assets;
        totalSupply += shares;
        unchecked {
            balanceOf[receiver] += shares;
        }
    }

    function leave(uint256 assets, uint256 shares, address receiver, address owner) internal {
        if (msg.sender != owner && allowance[owner][msg.sender] != type(uint256).max) allowance[owner][msg.sender] -= shares;
        balanceOf[owner] -= shares;
        unchecked {
            totalSupply -= shares;
        }
        totalAssets -= assets;
        require(Asset(asset).transfer(receiver, assets));
    }
}

contract Generous is Vault {
    using Quotient for uint256;

    constructor() Vault(msg.sender) {}

    function previewRedeem(uint256 shares) public view override returns (uint256) {
        return shares.up(totalAssets + 1, totalSupply + 1);
    }
}
// for: check
