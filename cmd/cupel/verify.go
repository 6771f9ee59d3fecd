package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/core/program"
	"cupel/engine"
	"cupel/evidence/report"
	"cupel/frontend/property"
	"cupel/internal/supervise"
	"cupel/verifier"
)

type verifyFlags struct {
	cfg            verifier.Config
	property       string
	model32        bool
	model64        bool
	signedOverflow string
	format         string
	formats        []string // the output formats available
	stats          bool
	trace          string
	junit          string
	commands       string
	progress       bool
	quiet          func() // ends the line of progress; nil: there is none
	dump           string
	config         bool
}

func verifyCommand() *cobra.Command {
	_, c := newVerifyCommand()
	return c
}

func newVerifyCommand() (*verifyFlags, *cobra.Command) {
	f := &verifyFlags{cfg: verifier.DefaultConfig()}
	c := &cobra.Command{
		Use:   "verify [flags] FILE...",
		Short: "Verify a C program (.c, .i), a control-flow automaton (.cfa, .theta), a circuit (.aag, .aig), a transition system (.btor2) or a task (.yml)",
		Long: `Verify decides whether the error function of a C program can be called, or the
error location of a control-flow automaton, or a bad state of a circuit (AIGER)
or of a transition system (BTOR2), be reached. Several C files are the translation
units of one program.

The last line of output is VERDICT: TRUE, FALSE or UNKNOWN (reason); the exit
code is 0, 1 or 2. ` + exitCodes + `
An output that cannot be written (a full disk) does not change the verdict: a
line on standard error says so.

The program is never run, and nothing but the configured solvers and this program,
as the workers of --engine auto, is started, except by --harness.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !f.config {
				return &verifier.InputError{Msg: "verify takes a file, or the C files of one program; see cupel verify --help"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.config {
				return printConfig(cmd, f)
			}
			return runVerify(cmd, f, args[0], args[1:]...)
		},
	}
	fs := c.Flags()
	f.programFlags(fs)
	f.formats = []string{"text", "json", "sarif", "github"}
	fs.StringVar(&f.format, "format", "text", "text, json, sarif (SARIF 2.1.0) or github (annotations of a workflow)")
	f.headerFlags(fs)
	fs.StringSliceVar(&f.cfg.Checks, "check", nil, "answer each of these checks for undefined behaviour, too, one by one: `NAME,...` of "+program.ChecksHelp()+", or "+program.AllChecks)
	fs.BoolVar(&f.cfg.AllChecks, "all-checks", false, "go on after a violated check, until each has an answer")
	fs.StringVar(&f.cfg.Vacuous, "vacuous", verifier.VacuousAuto, "allow: TRUE also where nothing is asserted or no execution comes to an end; auto: UNKNOWN with the reason there, but for tasks of SV-COMP (.yml, .prp), which mean it so")
	fs.BoolVar(&f.cfg.Explain, "explain", false, "print the summaries of recursive functions and, with gps, gpslite, cra, of loops; with absint the invariants at loop heads, with traceabs the Floyd-Hoare automata and the annotations of loop heads; where something else has the proof, its invariants of loops")
	fs.BoolVar(&f.config, "config", false, "print the effective configuration and stop")
	fs.BoolVar(&f.cfg.Certify, "certify", false, "re-check a proof with a second solver")
	fs.BoolVar(&f.cfg.RequireCertified, "require-certified", false, "answer UNKNOWN when a proof is not certified; implies --certify")
	fs.DurationVar(&f.cfg.CertifyTimeout, "certify-timeout", f.cfg.CertifyTimeout, "time limit of the re-check, on top of the others; 0: none")
	fs.StringArrayVar(&f.cfg.FactsIn, "facts-in", nil, "begin with the facts of `FILE`, of which nothing is trusted: one that --facts-out wrote, a witness, or lines FILE:LINE: expression (repeatable)")
	fs.StringVar(&f.cfg.FactsOut, "facts-out", "", "write what was found out about the program to `FILE` (JSON), whatever the verdict")
	fs.StringVar(&f.cfg.Witness, "witness", "", "write a witness to `FILE` (.graphml: format 1.0, else YAML 2.0)")
	fs.StringVar(&f.cfg.Harness, "harness", "", "write a C harness for a counterexample to `DIR`, compile and run it")
	fs.StringVar(&f.cfg.Report, "report", "", "write an HTML page to `FILE`: verdict, assumptions, source, the execution to step through or the invariants, graphs; needs nothing else")
	fs.StringVar(&f.junit, "junit", "", "write the verdict to `FILE` as JUnit's results of tests")
	fs.StringVar(&f.trace, "trace", "none", "tell a counterexample step by step: folded (repetitions once) or full; none")
	fs.BoolVar(&f.stats, "stats", false, "print statistics and times")
	fs.StringVar(&f.dump, "dump", "", "print a stage and stop: module, program, prepared")
	fs.StringVar(&f.cfg.Queries, "queries", "", "write the expensive queries of an engine other than auto to new files in the existing `DIR`, as SMT-LIB")
	fs.StringVar(&f.cfg.CPUProfile, "cpuprofile", "", "write a CPU profile to `FILE`")
	addChoices(c, &f.cfg)
	addPreset(c)
	return f, c
}

// headerFlags adds the flags for headers and macros.
func (f *verifyFlags) headerFlags(fs *pflag.FlagSet) {
	fs.StringArrayVarP(&f.cfg.Compile.Dirs, "include-dir", "I", nil, "look for headers in `DIR`, before those built in (repeatable)")
	fs.VarP(&macros{&f.cfg.Compile.Macros, ""}, "define", "D", "define a macro, as `NAME[=VALUE]` (repeatable)")
	fs.VarP(&macros{&f.cfg.Compile.Macros, "!"}, "undefine", "U", "undefine the macro `NAME` (repeatable, in the order of -D)")
	fs.StringVar(&f.cfg.Compile.Standard, "std", "", "read the program as the `VERSION` of C, such as c11, gnu17 or gnu23 (default: gnu17, and gnu23 where the program uses what only C23 has)")
	fs.StringArrayVar(&f.cfg.Compile.First, "include", nil, "read `FILE` before the program (repeatable)")
	fs.StringVar(&f.commands, "compile-commands", "", "take headers, macros and the machine from what the compilation database `FILE` says of the program")
}

// programFlags adds the flags that define the program and the search.
func (f *verifyFlags) programFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.cfg.Engine, "engine", f.cfg.Engine, "engine, see cupel engines")
	fs.StringVar(&f.property, "property", "", "property file (.prp), or "+property.Names(" or ")+"; default: no call of reach_error, no failing assertion")
	fs.BoolVar(&f.model32, "32", false, "32-bit machine, ILP32 (default)")
	fs.BoolVar(&f.model64, "64", false, "64-bit machine, LP64")
	fs.StringVar((*string)(&f.cfg.Arithmetic), "arithmetic", string(f.cfg.Arithmetic), "int, bv or auto")
	fs.StringVar(&f.cfg.Cells, "cells", f.cfg.Cells, "prove the program with single cells at any index in place of arrays first: segments (an analysis), search (by the engine; search-1 with the cells at one index, search-2 at two), on (both), only (search, and nothing else); off; auto: segments with the engine auto, off with others")
	fs.StringVar(&f.cfg.Induction, "induction", f.cfg.Induction, "size: prove the program by induction on an input that bounds its loops first; only: by nothing else; off; auto: as one of several ways with the engine auto, off with others")
	fs.StringVar(&f.cfg.Invariants, "invariants", f.cfg.Invariants, "none, intervals or relational: facts about loop heads from abstract interpretation; relational ones may be a proof")
	fs.StringVar(&f.signedOverflow, "signed-overflow", "undefined", "undefined (C) or wrap (gcc -fwrapv)")
	fs.BoolVar(&f.cfg.SystemHeaders, "system-headers", false, "read the host's C headers instead of those built in: starts gcc -E on the file")
	fs.BoolVar(&f.cfg.MallocMayFail, "malloc-may-fail", false, "malloc may return null")
	fs.StringVar(&f.cfg.Recursion, "recursion", f.cfg.Recursion, "summaries of recursive functions, or inline: calls beyond the bound end the model")
	fs.IntVar(&f.cfg.RecursionBound, "recursion-bound", f.cfg.RecursionBound, "calls of one function inlined into each other; 0: as many as needed")
	fs.StringVar(&f.cfg.Entry, "entry", f.cfg.Entry, "function to start in")
	fs.StringVar(&f.cfg.Function, "function", "", "verify the function `F` by itself: its parameters and the program's variables that are not const are inputs")
	fs.IntVar(&f.cfg.Elements, "function-elements", f.cfg.Elements, "with --function: elements (of void: bytes) that a pointer from outside points to, where it is not null")
	fs.BoolVar(&f.cfg.NoRun, "no-run", false, "do not run the program in the interpreter before the engine")
	fs.StringVar(&f.cfg.Prepare, "prepare", f.cfg.Prepare, "what is done to the program before an engine gets it: full; lower: the arithmetic is chosen and wrap-around left out where intervals exclude it, nothing is simplified or left out; none: nothing")
	fs.StringVar(&f.cfg.Loop, "loop", "", "with --property termination: whether the loop at `FILE:LINE` ends each time that it is entered, whatever other loops do")
	fs.StringVar(&f.cfg.Ranking, "ranking", "", "how it is decided whether a program terminates, `NAME,...` of "+verifier.RankingHelp()+"; default: all")
	fs.UintVar(&f.cfg.Seed, "seed", 0, "of random runs and of the solver: with the same one a run repeats itself")
	fs.DurationVar(&f.cfg.Timeout, "timeout", f.cfg.Timeout, "time limit, witness included; 0: none")
	fs.DurationVar(&f.cfg.CPUTime, "cpu-time", 0, "limit of the processor time, that of workers included; 0: none")
	fs.IntVar(&f.cfg.MemoryMB, "memory", f.cfg.MemoryMB, "memory limit in MB; 0: none")
	fs.StringVar(&f.cfg.Certifier, "certifier", f.cfg.Certifier, "the second solver")
	fs.BoolVar(&f.progress, "progress", false, "show what is going on, on standard error: on a terminal in one line, also without the flag (--progress=false: not), elsewhere a line a second")
}

// check rejects unknown values and combinations of flags.
func (f *verifyFlags) check() error {
	if last := len(f.formats) - 1; !slices.Contains(f.formats, f.format) {
		return &verifier.InputError{Msg: fmt.Sprintf("--format: unknown value %q; choose %s or %s", f.format, strings.Join(f.formats[:last], ", "), f.formats[last])}
	}
	if err := checkEngine(f.cfg.Engine); err != nil {
		return err
	}
	if f.format == "sarif" {
		f.cfg.Trace = true // the way to the error
	}
	if f.junit != "" {
		f.cfg.Others = map[string]string{"--junit": f.junit}
	}
	switch f.trace {
	case "", "none":
	case "folded", "full":
		f.cfg.Trace = true
	default:
		return &verifier.InputError{Msg: fmt.Sprintf("--trace: unknown value %q; choose none, folded or full", f.trace)}
	}
	switch f.signedOverflow {
	case "undefined":
	case "wrap":
		f.cfg.SignedWrap = true
	default:
		return &verifier.InputError{Msg: fmt.Sprintf("--signed-overflow: unknown value %q; choose undefined or wrap", f.signedOverflow)}
	}
	f.cfg.Certify = f.cfg.Certify || f.cfg.RequireCertified
	if f.model32 && f.model64 {
		return &verifier.InputError{Msg: "--32 and --64 exclude each other"}
	}
	switch f.dump {
	case "", "module", "program", "prepared":
	default:
		return &verifier.InputError{Msg: fmt.Sprintf("--dump: unknown stage %q; choose module, program or prepared", f.dump)}
	}
	return f.cfg.Validate()
}

// checkVerifyFlags reports invalid flags of cupel verify.
func checkVerifyFlags(flags []string) error {
	f, c := newVerifyCommand()
	return checkRun(c, flags, f.check)
}

// printConfig prints the choices in effect.
func printConfig(cmd *cobra.Command, f *verifyFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	return printSettings(cmd, append([][2]string{{presetFlag, cmd.Flag(presetFlag).Value.String()}}, f.cfg.Effective()...))
}

// printSettings prints names and values.
func printSettings(cmd *cobra.Command, settings [][2]string) error {
	for _, c := range settings {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", c[0], c[1]); err != nil {
			return err
		}
	}
	return nil
}

func runVerify(cmd *cobra.Command, f *verifyFlags, file string, more ...string) error {
	if err := f.check(); err != nil {
		return err
	}
	f.cfg.CommandLine = commandLine(os.Args[1:])
	ctx, interrupted, stop := interruptibleTwice()
	defer stop()
	var task *verifier.Task
	met, err := verifier.Within(ctx, &f.cfg, func() (err error) {
		task, err = verifier.LoadTask(file, f.property, more...)
		return err
	})
	if !met.None() {
		_ = write(cmd, f, verifier.Unread(file, f.cfg, met))
		supervise.Exit(exitUnknown)
	}
	if err != nil {
		return err
	}
	if f.cfg.CPUProfile != "" {
		stop, err := f.profile(task)
		if err != nil {
			return err
		}
		defer stop()
	}
	if err := f.compiled(task); err != nil {
		return err
	}
	if f.dump != "" {
		return verifier.Dump(ctx, cmd.OutOrStdout(), task, f.cfg, f.dump)
	}
	obs := newProgress(cmd.ErrOrStderr(), f.progress, cmd.Flags().Changed("progress"))
	f.quiet = obs.done
	run := verifier.Run{Observer: obs, Worker: workers(), Status: &verifier.Status{}}
	finish := guard(cmd, f, task, &run, interrupted)
	rep, err := run.Verify(ctx, task, f.cfg)
	finish()
	obs.done()
	if err != nil {
		return err
	}
	if err := write(cmd, f, rep); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "cupel: the report cannot be written: %v; VERDICT: %s\n", err, rep.Verdict)
	}
	for _, u := range rep.Unwritten {
		fmt.Fprintln(cmd.ErrOrStderr(), u)
	}
	return exitCode(rep.ExitCode())
}

// commandLine is the call of this program as a shell reads it, for witnesses.
func commandLine(args []string) string {
	words := []string{"cupel"}
	for _, a := range args {
		if a == "" || strings.ContainsFunc(a, func(r rune) bool {
			return r < '0' && !strings.ContainsRune("+,-./%", r) || r > 126 || strings.ContainsRune(";<>?[\\]^`{|}~", r)
		}) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// profile starts a profile of the processor; the file is checked like the others
// that the run writes.
func (f *verifyFlags) profile(task *verifier.Task) (stop func(), err error) {
	if err := verifier.CheckOutputs(task, &f.cfg); err != nil {
		return nil, err
	}
	w, err := os.Create(f.cfg.CPUProfile)
	if err != nil {
		return nil, &verifier.InputError{Msg: "--cpuprofile: " + err.Error()}
	}
	if err := pprof.StartCPUProfile(w); err != nil {
		return nil, err
	}
	return func() {
		pprof.StopCPUProfile()
		if err := w.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "--cpuprofile: "+err.Error())
		}
	}, nil
}

// write prints a report in the chosen format.
func write(cmd *cobra.Command, f *verifyFlags, rep *verifier.Report) error {
	supervise.Answered()
	if f.quiet != nil {
		f.quiet()
	}
	f.page(rep)
	f.results(rep)
	switch f.format {
	case "sarif":
		return report.WriteSARIF(cmd.OutOrStdout(), verifier.Version, report.Task{Name: rep.Program, Report: rep})
	case "github":
		return report.WriteGitHub(cmd.OutOrStdout(), report.Task{Name: rep.Program, Report: rep})
	case "json":
		enc := json.NewEncoder(cmd.OutOrStdout())
		enc.SetIndent("", "  ")
		return enc.Encode(rep)
	}
	return writeColored(cmd.OutOrStdout(), rep.Verdict, func(w io.Writer) error {
		return rep.WriteText(w, verifier.TextOptions{Statistics: f.stats, FullTrace: f.trace == "full"})
	})
}

// slack is what a run may take beyond its limits before guard ends it.
const slack = verifier.Grace

// guard answers, UNKNOWN or what is settled, and ends the process when a phase that does
// not watch its context overstays a limit or the user's interrupt: the run tells it so, or the user does by a second one. What it returns must be called before
// the answer is written: one of the two answers, never both.
func guard(cmd *cobra.Command, f *verifyFlags, task *verifier.Task, run *verifier.Run, interrupted *interrupts) (finish func()) {
	var answer sync.Mutex
	var settled atomic.Pointer[verifier.Report]
	end := func(rep *verifier.Report) {
		answer.Lock()
		if r := settled.Load(); r != nil {
			rep = r
		}
		_ = write(cmd, f, rep)
		supervise.Exit(rep.ExitCode())
	}
	run.Overdue, run.Settled = end, settled.Store
	interrupted.answer(func() { end(run.Status.Overdue(task, f.cfg, engine.Reason{Kind: engine.Stopped, Text: "interrupted"})) })
	limit, ok := overall(&f.cfg)
	if !ok {
		return func() { answer.Lock() }
	}
	timer := time.AfterFunc(limit+slack, func() {
		end(run.Status.Overdue(task, f.cfg, engine.Reason{Kind: engine.TimeLimit, Text: "time limit"}))
	})
	return func() {
		timer.Stop()
		answer.Lock()
	}
}

// overall is the time a run may take with its evidence; false: any.
func overall(c *verifier.Config) (time.Duration, bool) {
	switch evidence := c.EvidenceOnTop(); {
	case c.Timeout <= 0, evidence && c.CertifyTimeout <= 0:
		return 0, false
	case evidence:
		return c.Timeout + c.CertifyTimeout, true
	}
	return c.Timeout, true
}
