package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"cupel/verifier"
	"cupel/verifier/portfolio"
)

// portfolioWorkerName is the command that processes of a portfolio are started with.
const portfolioWorkerName = "portfolio-worker"

// portfolioWorkerCommand does the job of another cupel, which talks to it over standard input and a file of its own.
func portfolioWorkerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    portfolioWorkerName,
		Short:  "Verify as one of several engines, for cupel verify --engine auto",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			signal.Ignore(os.Interrupt, syscall.SIGTERM) // they are for who started this, and ends it
			return portfolio.Serve(context.Background(), os.Stdin, portfolio.NewsFile(), verifier.Serve)
		},
	}
}

// workers is the command that starts a worker; nil: this program does not know where it is.
func workers() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, portfolioWorkerName}
}
