package main

import (
	"github.com/spf13/cobra"

	"cupel/product/solidity/solc"
	"cupel/verifier"
)

func solidityInstallCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "install [VERSION...]",
		Short: "Install Solidity compilers",
		Long: `Install gets compilers of exact versions, such as 0.8.20, by npm (package solc)
and puts them below the user's cache directory, where cupel solidity finds them.
Without arguments it takes the last version of each line of the language, 0.4 to
0.8. It needs Node.js and npm. What is installed already stays.

Native compilers that Foundry has installed are found, too, and --solc names any
other one.

Exit codes:
  0  the compilers are installed
` + exitCodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interruptible()
			defer stop()
			if err := solc.Install(ctx, args, cmd.OutOrStdout(), cmd.ErrOrStderr()); err != nil {
				return &verifier.InputError{Msg: "the compilers are not installed: " + err.Error()}
			}
			return nil
		},
	}
}
