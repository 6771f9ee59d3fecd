// arithmetic: int
pragma solidity >=0.7.0 <0.8.0;

/// @notice invariant sum(accounts) <= address(this).balance
contract Bank {
    mapping(address => uint) accounts;

    function pay() external payable {
        accounts[msg.sender] += msg.value;
    }

    function take(uint amount) external {
        require(accounts[msg.sender] >= amount);
        accounts[msg.sender] -= amount;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent);
    }
}
