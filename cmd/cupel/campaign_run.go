package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/child"
	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/product/campaign/page"
	"cupel/product/campaign/server"
	"cupel/verifier"
)

type campaignRunFlags struct {
	natsFlags
	benchFlags
	tls        tlsFlags
	page       string
	listen     string
	lease      time.Duration
	replicas   int
	witnesses  bool
	reports    bool
	recheckers int
	metrics    string
	group      string
}

func campaignRunCommand() *cobra.Command {
	f := &campaignRunFlags{}
	c := &cobra.Command{
		Use:   "run [flags] SET...",
		Short: "Carry out a campaign, or go on with it",
		Long: `Run verifies every task of the given sets with every configuration, as cupel bench
does (sets, --run, limits and tables are the same), with workers that are processes
of their own. Without --nats it runs the server and --workers of them on this
machine; workers on other machines take part with --listen. With --nats the server
is elsewhere, and so may all workers be: see cupel worker --help.

The same command goes on where it was interrupted or killed. A verdict that is known
for the same contents, flags, limits and build is not computed again.

Exit codes:
  0  every run ended, no verdict is wrong
  1  a verdict is wrong
  2  interrupted, or cancelled; the same command resumes
  3  a mistake in the input or the flags
  4  no verdict is wrong, but a run ended in a fault of cupel or was given up`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "campaign run takes at least one .set file, table of tasks, task definition, control-flow automaton or directory"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runCampaign(cmd, f, args) },
	}
	fs := c.Flags()
	f.common(fs, "cupel")
	f.add(fs)
	fs.Lookup("workers").Usage = "worker processes on this machine; with --nats none, if not given"
	fs.BoolVar(&f.evidence, "evidence", false, "certify proofs and run counterexamples through the compiled harness")
	fs.BoolVar(&f.witnesses, "witnesses", false, "keep the witnesses of verdicts, for workers that check them")
	fs.BoolVar(&f.reports, "reports", false, "keep the page about each run that cupel verify --report writes, for cupel campaign page; takes room and some time")
	fs.IntVar(&f.recheckers, "recheckers", 0, "worker processes on this machine that check the witnesses of verdicts; implies --witnesses")
	fs.StringVar(&f.group, groupFlag, "", aboutGroup)
	fs.StringVar(&f.metrics, "metrics", "", "serve metrics for Prometheus at `HOST:PORT`/metrics")
	fs.IntVar(&f.repeat, "repeat", 1, "run each configuration `N` times on each task; tables have means and relative standard deviations")
	fs.StringVar(&f.html, "html", "", "write the results to `FILE` as a page with filters and plots")
	fs.StringVar(&f.xml, "benchexec-xml", "", "write the results to `FILE` as BenchExec does; with several --run the name of each is put before the ending")
	fs.DurationVar(&f.lease, "lease", campaign.Lease, "time after which a job whose worker gives no sign of life is given to another")
	fs.StringVar(&f.listen, "listen", "", "`HOST:PORT` at which the server of this process listens, for workers on other machines; needs --server-cert and --server-key")
	fs.StringVar(&f.page, "page", "", "serve a page about the campaign at `HOST:PORT`, as cupel campaign page does")
	f.tls.add(fs)
	fs.IntVar(&f.replicas, "replicas", 1, "copies of all that is kept, on as many servers of the cluster of --nats")
	return c
}

func runCampaign(cmd *cobra.Command, f *campaignRunFlags, args []string) error {
	configs, err := f.configs(verifyRuns)
	if err != nil {
		return err
	}
	if f.url != "" && !cmd.Flags().Changed("workers") {
		f.workers = 0
	}
	f.witnesses = f.witnesses || f.recheckers > 0
	serving, err := f.checkCampaign()
	if err != nil {
		return err
	}
	tasks, err := f.collected(configs, args)
	if err != nil {
		return err
	}
	if n := len(tasks) * len(configs) * f.repeat; f.page != "" && n > page.MaxRuns {
		return &verifier.InputError{Msg: "--page: " + (&page.TooLarge{Runs: n}).Error()}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	hash, err := fileHash(self)
	if err != nil {
		return err
	}
	unlock, err := bench.Lock(f.dir)
	if err != nil {
		return &verifier.InputError{Msg: "--output: " + err.Error()}
	}
	defer unlock()
	listener, err := listenMetrics(f.metrics)
	if err != nil {
		return err
	}
	var pages net.Listener // nil: none
	if f.page != "" {
		if pages, err = listenPage("--page", f.page, serving.TLS); err != nil {
			return err
		}
		defer pages.Close()
	}
	ctx, stop := interruptible()
	defer stop()
	var s *session
	if f.url != "" {
		s, err = f.remote(ctx, f.dir, f.replicas)
	} else {
		s, err = f.local(ctx, f.dir, serving)
	}
	if err != nil {
		return err
	}
	defer s.close()
	start := time.Now()
	c, err := s.store.Submit(ctx, campaign.Submission{Binary: hash, Configs: configs, Tasks: tasks, Lease: f.lease,
		Limits: campaign.Limits{Time: f.time, CPU: f.cpu, MemoryMB: f.memory, Evidence: f.evidence, Witness: f.witnesses, Report: f.reports, Repeat: f.repeat}})
	if err != nil {
		if ctx.Err() != nil {
			return exitCode(exitUnknown)
		}
		return &verifier.InputError{Msg: err.Error()}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "campaign %s: %d jobs\n", c.ID, c.Jobs)
	tally := &sharedTally{}
	defer serveMetrics(listener, campaignMetrics(ctx, s.store, c, tally))()
	defer startPage(ctx, cmd.ErrOrStderr(), pages, s.store, c, serving.TLS)()
	build := "--" + buildFlag + "=" + hash
	stopWorkers := f.startWorkers(ctx, f.workers, self, cmd.ErrOrStderr(), build)
	stopCheckers := f.startWorkers(ctx, f.recheckers, self, cmd.ErrOrStderr(), build, "--recheck")
	done, err := f.follow(ctx, cmd.ErrOrStderr(), s.store, c, tally)
	stopWorkers()
	if err == nil && f.recheckers > 0 {
		err = f.followChecks(ctx, cmd.ErrOrStderr(), s.store, c)
	}
	stopCheckers()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	runs, err := s.store.Results(context.Background(), c, done)
	if err != nil {
		return err
	}
	if err := bench.WriteJournal(f.dir, runs); err != nil {
		return err
	}
	return f.tabulate(cmd, configs, runs, start, interrupted)
}

// checkCampaign rejects flags that do not go together.
func (f *campaignRunFlags) checkCampaign() (o server.Options, err error) {
	workers := f.workers
	f.workers = max(f.workers, 1)
	err = f.check()
	f.workers = workers
	switch {
	case err != nil:
		return o, err
	case f.workers < 0:
		return o, &verifier.InputError{Msg: "--workers: must not be negative; 0 means none on this machine"}
	case f.recheckers < 0:
		return o, &verifier.InputError{Msg: "--recheckers: must not be negative"}
	case f.lease < time.Second:
		return o, &verifier.InputError{Msg: "--lease: must be at least a second"}
	case f.replicas < 1:
		return o, &verifier.InputError{Msg: "--replicas: must be positive"}
	case f.url != "" && f.listen != "":
		return o, &verifier.InputError{Msg: "--listen: is about the server of this process, and --nats names another one; give one of them"}
	case f.url == "" && f.replicas > 1:
		return o, &verifier.InputError{Msg: "--replicas: the server of this process keeps one copy; name a cluster with --nats"}
	}
	if _, err := openGroups(f.group); err != nil {
		return o, err
	}
	o.Listen = f.listen
	o.TLS, err = f.tls.config()
	return o, err
}

// startWorkers starts workers on this machine, and each again that ends, until the function that it returns is called.
func (f *campaignRunFlags) startWorkers(ctx context.Context, n int, self string, log io.Writer, kind ...string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	args := append([]string{workerName, "--output", f.dir}, kind...)
	if f.url != "" {
		args = append([]string{workerName, "--nats", f.url}, kind...)
	}
	for _, x := range [][2]string{{"--creds", f.creds}, {"--tls-ca", f.ca}, {"--tls-cert", f.cert}, {"--tls-key", f.key}} {
		if x[1] != "" {
			args = append(args, x[0], x[1])
		}
	}
	if f.group != "" {
		args = append(args, "--"+groupFlag, f.group)
	}
	if f.evidence {
		args = append(args, "--allow-harness") // the user's own tasks
	}
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				cmd := exec.Command(self, args...)
				cmd.Stderr = log
				cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt from the terminal comes by way of this process
				if err := child.Start(cmd); err != nil {
					fmt.Fprintln(log, "cupel: a worker does not start: "+err.Error())
				} else {
					ended := make(chan error, 1)
					go func() { ended <- cmd.Wait() }()
					select {
					case err := <-ended:
						if ctx.Err() == nil {
							fmt.Fprintf(log, "cupel: worker %d ended (%v); another one is started\n", cmd.Process.Pid, err)
						}
					case <-ctx.Done():
						_ = cmd.Process.Signal(syscall.SIGTERM)
						select {
						case <-ended:
						case <-time.After(workerEnd):
							_ = cmd.Process.Kill()
							<-ended
						}
					}
				}
				select {
				case <-ctx.Done():
				case <-time.After(workerPause):
				}
			}
		})
	}
	return func() { cancel(); wg.Wait() }
}

// followChecks waits until all witnesses of a campaign are checked.
func (f *campaignRunFlags) followChecks(ctx context.Context, log io.Writer, s *campaign.Store, c *campaign.Campaign) error {
	t := &campaign.CheckTally{}
	for {
		if err := s.CountChecks(ctx, c, t); err != nil {
			return err
		}
		if t.Unchecked == 0 {
			fmt.Fprintf(log, "witnesses: %d confirmed, %d rejected, %d open\n", t.Answers[campaign.Confirmed], t.Answers[campaign.Rejected], t.Answers[campaign.Undecided])
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(checkPause):
		}
	}
}

const (
	checkPause  = time.Second      // between looks for witnesses that are not checked
	workerPause = time.Second      // before a worker is started again
	workerEnd   = 10 * time.Second // for a worker to give back what it is at
	repairTime  = 30 * time.Second // between looks for jobs that the queue has lost
)

// follow waits until all jobs of a campaign are done and tells of each.
func (f *campaignRunFlags) follow(ctx context.Context, log io.Writer, s *campaign.Store, c *campaign.Campaign, tally *sharedTally) (done []campaign.Done, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(s.Guard(ctx, c, repairTime)) }()
	reader := campaign.NewReader(s)
	plan, err := reader.Plan(ctx, c)
	if err != nil {
		return nil, err
	}
	seen := make([]bool, c.Jobs)
	err = s.Follow(ctx, c, 0, func(_ uint64, d campaign.Done) bool {
		if seen[d.Job] {
			return true
		}
		seen[d.Job] = true
		done = append(done, d)
		tally.add(d)
		if !f.quiet {
			if j, err := reader.Job(ctx, plan, d.Job); err == nil {
				r := j.Run(plan, bench.Run{Verdict: d.Verdict, CPU: d.CPU, Wall: d.Wall, MemoryMB: d.MemoryMB, Reason: d.Failure})
				if d.Known {
					r.Reason = "known"
				}
				r.Log(log, len(done), c.Jobs)
			}
		}
		return len(done) < c.Jobs
	})
	if err != nil {
		err = context.Cause(ctx)
	}
	return done, err
}
