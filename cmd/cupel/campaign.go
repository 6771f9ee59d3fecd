package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/verifier"
)

func campaignCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "campaign",
		Short: "Verify very many tasks with workers on one or many machines",
		Long: `Campaign does what cupel bench does, with workers that are processes of their own,
on this machine or on others (cupel worker): see cupel campaign run --help. A
server (NATS JetStream) keeps the tasks, the queue and the verdicts: one in this
process by default, one or a cluster that runs elsewhere with --nats.

The exit code is that of the command. ` + exitCodes,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(campaignRunCommand(), campaignStatusCommand(),
		campaignStateCommand("pause", campaign.Paused, "Let no worker take another job of a campaign"),
		campaignStateCommand("resume", campaign.Running, "Let workers go on with a campaign that was paused or cancelled"),
		campaignStateCommand("cancel", campaign.Cancelled, "End the runs of a campaign and drop its queue; what is done is kept"),
		campaignExportCommand(), campaignPageCommand())
	return c
}

// campaignFlags are those of commands about a campaign that is there.
type campaignFlags struct {
	natsFlags
	dir string
}

func (f *campaignFlags) register(c *cobra.Command) *cobra.Command {
	f.add(c.Flags())
	c.Flags().StringVar(&f.dir, "output", "bench-results", "directory of a campaign on this machine")
	return c
}

// with does something with a campaign.
func (f *campaignFlags) with(args []string, do func(ctx context.Context, s *campaign.Store, c *campaign.Campaign) error) error {
	ctx, stop := interruptible()
	defer stop()
	s, err := f.open(ctx, f.dir)
	if err != nil {
		return err
	}
	defer s.close()
	c, err := s.store.Find(ctx, strings.Join(args, ""))
	if err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	return do(ctx, s.store, c)
}

// oneCampaign are the arguments of commands about a campaign.
func oneCampaign(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return &verifier.InputError{Msg: fmt.Sprintf("takes the name of one campaign or its beginning, got %d arguments", len(args))}
	}
	return nil
}

const aboutCampaign = `Without a name it is about the youngest campaign; the beginning of a name is enough.

The exit code is 0. ` + exitCodes

func campaignStateCommand(name string, state campaign.State, short string) *cobra.Command {
	f := &campaignFlags{}
	return f.register(&cobra.Command{
		Use: name + " [flags] [CAMPAIGN]", Short: short, Long: short + ".\n" + aboutCampaign, Args: oneCampaign,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(args, func(ctx context.Context, s *campaign.Store, c *campaign.Campaign) error {
				if err := s.Set(ctx, c.ID, state); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "campaign %s: %s\n", c.ID, state)
				return err
			})
		},
	})
}

func campaignStatusCommand() *cobra.Command {
	f := &campaignFlags{}
	format := "text"
	c := f.register(&cobra.Command{
		Use: "status [flags] [CAMPAIGN]", Short: "Tell how far a campaign is, and which workers there are", Args: oneCampaign,
		Long: "Status tells how far a campaign is, what came out so far, and which workers there are.\n" + aboutCampaign,
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return &verifier.InputError{Msg: fmt.Sprintf("--format: %q is none; text or json", format)}
			}
			return f.with(args, func(ctx context.Context, s *campaign.Store, c *campaign.Campaign) error {
				done, err := s.Ended(ctx, c)
				if err != nil {
					return err
				}
				t := &campaign.Tally{}
				for _, d := range done {
					t.Add(d)
				}
				checks := &campaign.CheckTally{}
				if err := s.CountChecks(ctx, c, checks); err != nil {
					return err
				}
				p, err := s.Status(ctx, c, t, checks)
				if err != nil {
					return err
				}
				if format == "json" {
					e := json.NewEncoder(cmd.OutOrStdout())
					e.SetIndent("", "  ")
					return e.Encode(p)
				}
				return writeProgress(cmd.OutOrStdout(), p)
			})
		},
	})
	c.Flags().StringVar(&format, "format", format, "text or json")
	return c
}

// writeProgress prints how far a campaign is.
func writeProgress(w io.Writer, p *campaign.Progress) error {
	state := string(p.State)
	if p.Ended() {
		state = "done"
	}
	fmt.Fprintf(w, "campaign %s: %s, of build %s, since %s\n", p.ID, state, campaign.Version(p.Binary), p.Created.Format(time.RFC3339))
	fmt.Fprintf(w, "jobs: %d of %d done (%.1f%%), %d leased, %d waiting\n", p.Done, p.Jobs, 100*float64(p.Done)/float64(max(1, p.Jobs)), p.Leased, p.Waiting)
	var verdicts []string
	for _, v := range slices.Sorted(maps.Keys(p.Verdicts)) {
		verdicts = append(verdicts, fmt.Sprintf("%d %s", p.Verdicts[v], v))
	}
	if len(verdicts) > 0 {
		fmt.Fprintf(w, "verdicts: %s; %d were known, %d jobs were given up\n", strings.Join(verdicts, ", "), p.Known, p.Failed)
		fmt.Fprintf(w, "processor time: %.0f s\n", p.CPU)
	}
	if p.Unchecked > 0 || len(p.Checks) > 0 {
		fmt.Fprintf(w, "witnesses: %d confirmed, %d rejected, %d open; %d jobs were not looked at\n", p.Checks[campaign.Confirmed], p.Checks[campaign.Rejected], p.Checks[campaign.Undecided], p.Unchecked)
	}
	for _, k := range p.Rejected {
		fmt.Fprintf(w, "REJECTED: job %d, the witness of %s: %s\n", k.Job, k.Verdict, k.Reason)
	}
	for _, c := range p.Conflicts {
		what := "conflict"
		if c.Contradiction() {
			what = "CONTRADICTION"
		}
		fmt.Fprintf(w, "%s: %.12s: %s of %s was kept, %s of %s was not\n", what, c.Key, c.Kept, c.Keeper, c.Refused, c.Second)
	}
	fmt.Fprintf(w, "workers: %d\n", len(p.Workers))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, x := range p.Workers {
		fmt.Fprintf(tw, "  %s\t%s\t%d done\t%s\n", x.Name, x.Host, x.Done, strings.TrimSpace(strings.Join(x.Jobs, ", ")+" "+x.Note))
	}
	return tw.Flush()
}

func campaignExportCommand() *cobra.Command {
	f := &campaignFlags{}
	to := ""
	c := f.register(&cobra.Command{
		Use: "export [flags] [CAMPAIGN]", Short: "Write what is done of a campaign as the journal and the tables of cupel bench", Args: oneCampaign,
		Long: "Export writes what is done of a campaign to a directory, as cupel bench does: cupel bench table\nreads it, and cupel bench goes on with it. " + aboutCampaign,
		RunE: func(cmd *cobra.Command, args []string) error {
			if to == "" {
				return &verifier.InputError{Msg: "--to: name the directory of the journal and the tables"}
			}
			if err := os.MkdirAll(to, 0o755); err != nil {
				return &verifier.InputError{Msg: "--to: " + err.Error()}
			}
			return f.with(args, func(ctx context.Context, s *campaign.Store, c *campaign.Campaign) error {
				unlock := func() {}
				if absolute(to) != absolute(f.dir) || f.url != "" {
					var err error
					if unlock, err = bench.Lock(to); err != nil {
						return &verifier.InputError{Msg: "--to: " + err.Error()}
					}
				}
				defer unlock()
				done, err := s.Ended(ctx, c)
				if err != nil {
					return err
				}
				runs, err := s.Results(ctx, c, done)
				if err != nil {
					return err
				}
				if err := writeRuns(to, runs); err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "campaign %s: %d of %d runs are in %s\n", c.ID, len(runs), c.Jobs, to)
				return err
			})
		},
	})
	c.Flags().StringVar(&to, "to", "", "`DIR` of the journal and the tables")
	return c
}

// writeRuns writes the journal and the tables of runs.
func writeRuns(dir string, runs []bench.Run) error {
	return errors.Join(bench.WriteJournal(dir, runs),
		wholefile.Write(filepath.Join(dir, bench.Results), func(w io.Writer) error { return bench.WriteCSV(w, runs) }),
		wholefile.Write(filepath.Join(dir, bench.Summary), func(w io.Writer) error {
			return errors.Join(bench.Summarize(runs).Write(w), bench.WriteEvidence(w, runs))
		}))
}

// fileHash is the SHA-256 of a file.
func fileHash(path string) (string, error) {
	r, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
