package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/internal/cgroup"
	"cupel/internal/terminal"
	"cupel/product/campaign"
	"cupel/product/campaign/worker"
	"cupel/verifier"
)

const (
	// workerName is the command of workers of campaigns.
	workerName = "worker"
	// buildFlag tells a worker which build it is.
	buildFlag = "build"
	// workerGC is the growth of a worker's heap in percent after which garbage is collected.
	workerGC = 400
	// groupFlag tells a worker where to make control groups.
	groupFlag  = "cgroup"
	aboutGroup = "give each run a control group of its own in `DIR`, a group (version 2) without processes that is delegated; above: the one in which the worker's lies"
)

// openGroups is where --cgroup wants control groups of runs; nil: nowhere.
func openGroups(dir string) (groups *cgroup.Parent, err error) {
	if dir == "" {
		return nil, nil
	}
	if dir == "above" {
		dir, err = cgroup.Above()
	}
	if err == nil {
		groups, err = cgroup.Open(dir)
	}
	if err != nil {
		return nil, &verifier.InputError{Msg: "--" + groupFlag + ": " + err.Error()}
	}
	return groups, nil
}

type workerFlags struct {
	natsFlags
	dir     string
	jobs    int
	harness bool
	recheck bool
	metrics string
	caps    worker.Caps
	group   string
	build   string // SHA-256 of this binary, if it is known
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
	fs.DurationVar(&f.caps.Time, "max-timeout", 0, "take part in campaigns with this time limit of a run or less; 0: in all")
	fs.IntVar(&f.caps.MemoryMB, "max-memory", 0, "take part in campaigns with this memory limit of a run in MB or less; 0: in all")
	fs.StringVar(&f.group, groupFlag, "", aboutGroup)
	fs.StringVar(&f.build, buildFlag, "", "SHA-256 of this binary")
	_ = fs.MarkHidden(buildFlag) // for campaign run, which has computed it
	fs.BoolVar(&f.harness, "allow-harness", false, "take jobs that compile programs and run them (--evidence): whoever sends jobs then runs code here")
	return c
}

func runWorker(cmd *cobra.Command, f *workerFlags) error {
	if f.jobs < 1 {
		return &verifier.InputError{Msg: "--jobs: must be positive"}
	}
	if f.caps.Time < 0 || f.caps.MemoryMB < 0 {
		return &verifier.InputError{Msg: "--max-timeout and --max-memory: must not be negative; 0 means no bound"}
	}
	// Little of what a worker has in memory lasts, and its work is mostly that of its runs.
	debug.SetGCPercent(workerGC)
	runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), f.jobs))
	ctx, stop := interruptible()
	defer stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	hash := f.build
	if hash == "" {
		if hash, err = fileHash(self); err != nil {
			return err
		}
	}
	groups, err := openGroups(f.group)
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
		Harness: f.harness, Caps: f.caps, Groups: groups, Recheck: f.recheck, Check: f.check, Log: cmd.ErrOrStderr(), Counters: counters})
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
	if err := f.overCap(v, c.Flags()); err != nil {
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

// overCap refuses flags that give a run more than this worker allows.
func (f *workerFlags) overCap(v *verifyFlags, fs *pflag.FlagSet) error {
	for name, limit := range map[string]time.Duration{"timeout": v.cfg.Timeout, "cpu-time": v.cfg.CPUTime, "certify-timeout": v.cfg.CertifyTimeout} {
		if f.caps.Time > 0 && fs.Changed(name) && (limit <= 0 || limit > f.caps.Time) {
			return &worker.OverCap{Flag: "--" + name, Value: limit.String(), Cap: f.caps.Time.String()}
		}
	}
	if limit := v.cfg.MemoryMB; f.caps.MemoryMB > 0 && fs.Changed("memory") && (limit <= 0 || limit > f.caps.MemoryMB) {
		return &worker.OverCap{Flag: "--memory", Value: strconv.Itoa(limit), Cap: strconv.Itoa(f.caps.MemoryMB)}
	}
	return nil
}
