package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/internal/terminal"
	"cupel/product/campaign"
	"cupel/product/campaign/worker"
	"cupel/verifier"
)

// workerName is the command of workers of campaigns.
const workerName = "worker"

type workerFlags struct {
	natsFlags
	dir     string
	jobs    int
	harness bool
	recheck bool
	metrics string
}

func workerCommand() *cobra.Command {
	f := &workerFlags{}
	c := &cobra.Command{
		Use:   workerName + " [flags]",
		Short: "Run jobs of campaigns",
		Long: `Worker takes jobs of the campaigns on a server, runs cupel verify for each, as a
process of its own in a directory of its own, and sends what came out. It takes
jobs of campaigns that were started with the same build of cupel alone. It ends
with an interrupt; what it was at is given back.

The exit code is 0 after an interrupt. ` + exitCodes,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runWorker(cmd, f) },
	}
	fs := c.Flags()
	f.add(fs)
	fs.StringVar(&f.dir, "output", "bench-results", "directory of a campaign on this machine")
	fs.IntVar(&f.jobs, "jobs", 1, "jobs at a time")
	fs.BoolVar(&f.recheck, "recheck", false, "check the witnesses of verdicts that campaigns with --witnesses keep, with cupel witness validate, and do nothing else")
	fs.StringVar(&f.metrics, "metrics", "", "serve metrics for Prometheus at `HOST:PORT`/metrics")
	fs.BoolVar(&f.harness, "allow-harness", false, "take jobs that compile programs and run them (--evidence): whoever sends jobs then runs code here")
	return c
}

func runWorker(cmd *cobra.Command, f *workerFlags) error {
	if f.jobs < 1 {
		return &verifier.InputError{Msg: "--jobs: must be positive"}
	}
	ctx, stop := interruptible()
	defer stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	hash, err := fileHash(self)
	if err != nil {
		return err
	}
	counters := &worker.Counters{}
	listener, err := listenMetrics(f.metrics)
	if err != nil {
		return err
	}
	defer serveMetrics(listener, workerMetrics(counters))()
	dir, err := os.MkdirTemp("", "cupel-worker-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("TMPDIR", dir); err != nil { // for what runs leave
		return err
	}
	nc, err := f.connect("cupel worker", f.dir)
	if err != nil {
		return err
	}
	defer nc.Close()
	var store *campaign.Store
	if err := campaign.Retry(ctx, func(ctx context.Context) (err error) {
		store, err = campaign.Bind(ctx, nc)
		return err
	}); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return &verifier.InputError{Msg: fmt.Sprintf("the server %s: %v", nc.ConnectedUrlRedacted(), err)}
	}
	return worker.Work(ctx, store, worker.Options{Name: uniqueName(), Binary: self, Hash: hash, Jobs: f.jobs, Dir: dir,
		Harness: f.harness, Recheck: f.recheck, Check: f.check, Log: cmd.ErrOrStderr(), Counters: counters})
}

// uniqueName is the name of a worker that no other has.
func uniqueName() string {
	raw := make([]byte, 6)
	_, _ = rand.Read(raw) // never fails
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(raw))
}

// localFlags are those of cupel verify by which a run would print something else, write files whose names it chooses, or read directories.
var localFlags = map[string]bool{"junit": true, "dump": true, "queries": true, "include-dir": true, "compile-commands": true, "config": true}

// check refuses flags with which a job of somebody else would do more on this machine than verify its own files.
func (f *workerFlags) check(flags []string) error {
	v, c := newVerifyCommand()
	if err := checkRun(c, flags, v.check); err != nil {
		return err
	}
	var refused error
	c.Flags().Visit(func(x *pflag.Flag) {
		if localFlags[x.Name] {
			refused = errors.Join(refused, fmt.Errorf("--%s: is not for campaigns", x.Name))
		}
	})
	for _, flag := range v.cfg.OutputFlags() {
		refused = errors.Join(refused, fmt.Errorf("%s: no files are written in campaigns", flag))
	}
	files, err := v.namedFiles(c, flags)
	for _, file := range files {
		if !filepath.IsLocal(file) {
			refused = errors.Join(refused, fmt.Errorf("%s: is not sent with the campaign", terminal.Message(file)))
		}
	}
	return errors.Join(refused, err)
}
