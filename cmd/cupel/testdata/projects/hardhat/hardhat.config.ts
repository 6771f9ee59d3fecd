import { HardhatUserConfig } from "hardhat/config";

throw new Error("this file is never executed");

const config: HardhatUserConfig = {
  // solidity: "0.4.26",
  solidity: {
    compilers: [{ version: "0.8.28" }, { version: "0.7.6" }],
  },
  paths: { sources: "./contracts" },
};

export default config;
