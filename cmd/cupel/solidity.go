package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/supervise"
	"cupel/internal/terminal"
	"cupel/internal/wholefile"
	"cupel/product/solidity"
	"cupel/product/solidity/htmlreport"
	"cupel/product/solidity/layout"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/standard"
	"cupel/product/solidity/trace"
	"cupel/product/solidity/translate"
	"cupel/verifier"
)

type solidityFlags struct {
	o        solidity.Options
	emit     string
	external string
	panics   string
	machine  string
	records  string
	checks   string
	format   string
	warnings bool
	report   string
	vc       vcFlags
	limit    time.Duration // of the run
	remap    []string
}

func solidityCommand() *cobra.Command {
	_, c := newSolidityCommand()
	c.AddCommand(solidityBenchCommand(), solidityInstallCommand())
	return c
}

func newSolidityCommand() (*solidityFlags, *cobra.Command) {
	f := &solidityFlags{}
	c := &cobra.Command{
		Use:   "solidity [flags] [FILE.sol|DIR...]",
		Short: "Verify annotated Solidity contracts, function by function",
		Long: `Solidity verifies every function of contracts against the annotations in their
documentation comments: invariants of contracts and loops, preconditions,
postconditions, frame conditions and what events track, and against assert.

The arguments are Solidity sources, directories of them, or the root of a project
of Foundry (foundry.toml) or Hardhat (hardhat.config.js or .ts, which is read and
never executed), whose contracts are verified, but not those of its libraries. By
default it is the project of the current directory. In a project the imports and
the compiler are what its configuration says. One build-info file of Foundry
(forge build --ast --build-info, out/build-info/*.json) or Hardhat
(artifacts/build-info/*.json) will do, too. Sources are compiled by the newest
installed compiler that the version pragmas of a source and of what it imports
admit; cupel solidity install installs compilers. Nothing of the contracts is
executed.

For every function it prints a line
  CONTRACT::FUNCTION: OK | ERROR | SKIPPED | TIMEOUT | UNKNOWN (reason)
and under an error what can fail:
   - FILE:LINE:COLUMN: MESSAGE
with transactions that lead there, from the deployment on, where some are found.

Exit codes:
  0  all functions are proved
  1  a function is violated: ERROR
  2  some functions are unknown, none is violated
  5  some functions were skipped, which are not supported, the others are proved
` + exitCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if p, err := layout.Find(".", ""); len(args) == 0 && (err != nil || p == nil || p.Config == "") {
				return &verifier.InputError{Msg: "solidity takes files or directories, if the current directory is in no project with foundry.toml or hardhat.config.ts; see cupel solidity --help"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{projectRoot()}
			}
			return runSolidity(cmd, f, args)
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.o.Arithmetic, "arithmetic", "", "int, bv, mod, mod-overflow or checked (default: checked for Solidity 0.8, otherwise mod)")
	fs.StringVar(&f.emit, "emit-boogie", "", "write the Boogie program to `FILE`, too")
	fs.BoolVar(&f.o.Translate.Modifies, "modifies-analysis", false, "check what functions modify even if no annotation says anything about it")
	fs.BoolVar(&f.o.Translate.Events, "event-analysis", false, "check what functions emit even if no annotation says anything about it")
	fs.StringVar(&f.external, "external", "unknown", "functions of other contracts: unknown code, or typed: what the sources say of that type")
	fs.StringVar(&f.machine, "machine", "", "the newest `VERSION` of the EVM that runs the contracts, such as cancun: before prague the account that pays for a transaction has no code, before cancun selfdestruct to oneself burns ether (default: any)")
	fs.StringVar(&f.checks, "checks", "", "what to check besides annotations, a list of assert, overflow, underflow, div, index, pop; or all (default: assert)")
	fs.StringVar(&f.panics, "panic", "revert", "division by zero, overflow, indices out of bounds: revert, or error: the same as --checks all")
	fs.BoolVar(&f.o.Translate.InlineAnnotated, "inline-annotated", false, "put the bodies of annotated internal functions in place of their calls, as solc-verify does")
	fs.StringSliceVar(&f.o.Standards, "spec", nil, "check contracts against standards, a list of "+strings.Join(standard.Names(), ", ")+"; or auto: those whose functions they have")
	fs.BoolVar(&f.o.Infer, "infer", false, "infer invariants of contracts where functions are not proved otherwise, and print them")
	fs.StringSliceVar(&f.o.Engines, "infer-engines", solidity.Engines(), "engines that are asked for invariants of contracts, besides what is guessed; \"\": none")
	fs.BoolVar(&f.o.Transactions, "transactions", true, "look for transactions that violate what may fail, and print them")
	f.o.Search = trace.DefaultBounds()
	fs.IntVar(&f.o.Search.Transactions, "max-transactions", f.o.Search.Transactions, "transactions behind the deployment that are looked for, `N`; inferred ones may be more")
	fs.IntVar(&f.o.Search.Depth, "call-depth", f.o.Search.Depth, "calls back into contracts within each other that are looked for, `N`; 0: none")
	fs.IntVar(&f.o.Search.Calls, "max-callbacks", f.o.Search.Calls, "calls back one after the other, each time that other code is called, that are looked for, `N`")
	f.vc.add(fs)
	fs.BoolVar(&f.o.VC.NoInference, "no-inference", false, "do not infer intervals at the heads of loops")
	fs.BoolVar(&f.o.NoUnroll, "no-unroll", false, "do not verify the first rounds of loops by themselves")
	fs.DurationVar(&f.o.VC.Timeout, "timeout", 10*time.Second, "time limit of a function; 0: none")
	fs.DurationVar(&f.limit, "run-timeout", 0, "time limit of the run, after which functions are left undecided; 0: none")
	fs.IntVar(&f.o.VC.Jobs, "jobs", 2, "functions verified at a time")
	fs.StringVar(&f.format, "format", "text", "text, json or sarif")
	fs.StringVar(&f.o.Compiler.Path, "solc", "", "the compiler: a native solc, or a directory with the npm package solc, at `PATH`")
	fs.StringVar(&f.o.Compiler.Version, "solc-version", "", "the compiler's version (default: as the project says, else the latest one installed that the pragmas admit)")
	fs.StringArrayVar(&f.o.Imports.Include, "include-path", nil, "look for imports that are not relative in `DIR`, too (repeatable)")
	fs.StringVar(&f.o.Imports.Base, "base-path", "", "names of sources, imports and remappings are relative to `DIR` (default: the root of the project, else the current directory)")
	fs.StringArrayVar(&f.remap, "remap", nil, "remapping of imports, `[CONTEXT:]PREFIX=PATH`, after those of the project (repeatable)")
	fs.StringVar(&f.o.Profile, "profile", "", "the profile of foundry.toml (default: as the variable FOUNDRY_PROFILE says, else default)")
	fs.BoolVar(&f.o.Libraries, "libraries", false, "verify the contracts of libraries, too")
	fs.StringVar(&f.records, "records", "", "answer from the record of an earlier run, kept in `DIR`, about the same sources with the same program, flags and compiler, where everything was known, and keep one (needs --format json)")
	fs.StringVar(&f.report, "report", "", "write the answers as an HTML page to `FILE`")
	fs.StringVar(&f.o.ViaIR, "via-ir", "", "code by the compiler's intermediate representation (setting viaIR): yes, no, or any: what holds with it and without (default: as the project or the build-info file says, otherwise any)")
	fs.StringSliceVar(&f.o.Warn, "warn", nil, "look for annotations that hold, but that nothing needs, a list of "+strings.Join(solidity.Warnings(), ", ")+"; or all")
	fs.BoolVar(&f.warnings, "show-warnings", false, "print warnings")
	addPreset(c)
	return f, c
}

// checkSolidityFlags reports invalid flags of cupel solidity.
func checkSolidityFlags(flags []string) error {
	f, c := newSolidityCommand()
	return checkRun(c, flags, f.check)
}

func (f *solidityFlags) check() error {
	bad := func(format string, args ...any) error {
		return &verifier.InputError{Msg: fmt.Sprintf(format, args...)}
	}
	if f.o.Arithmetic != "" {
		if _, err := translate.ParseMode(f.o.Arithmetic); err != nil {
			return bad("--arithmetic: %v", err)
		}
	}
	switch {
	case f.format != "text" && f.format != "json" && f.format != "sarif":
		return bad("--format: unknown value %q; choose text, json or sarif", f.format)
	case f.external != "unknown" && f.external != "typed":
		return bad("--external: unknown value %q; choose unknown or typed", f.external)
	case f.panics != "revert" && f.panics != "error":
		return bad("--panic: unknown value %q; choose revert or error", f.panics)
	case f.o.VC.Timeout < 0:
		return bad("--timeout: must not be negative; 0 means no limit")
	case f.limit < 0:
		return bad("--run-timeout: must not be negative; 0 means no limit")
	case f.o.VC.Jobs < 1:
		return bad("--jobs: must be positive")
	case f.o.Search.Transactions < 1:
		return bad("--max-transactions: must be positive; --transactions=false looks for none")
	case f.o.Search.Depth < 0:
		return bad("--call-depth: must not be negative; 0 means no calls back")
	case f.o.Search.Calls < 1:
		return bad("--max-callbacks: must be positive; --call-depth 0 looks for none")
	}
	if err := solidity.ParseViaIR(f.o.ViaIR); err != nil {
		return bad("--via-ir: %v", err)
	}
	if err := solidity.ParseStandards(f.o.Standards); err != nil {
		return bad("--spec: %v", err)
	}
	if err := solidity.ParseWarnings(f.o.Warn); err != nil {
		return bad("--warn: %v", err)
	}
	for _, text := range f.remap {
		r, err := solc.ParseRemapping(text)
		if err != nil {
			return bad("--remap: %v", err)
		}
		f.o.Imports.Remappings = append(f.o.Imports.Remappings, r)
	}
	f.o.Translate.TypedCalls = f.external == "typed"
	var err error
	if f.o.Translate.Machine, err = translate.ParseMachine(f.machine); err != nil {
		return bad("--machine: %v", err)
	}
	if f.checks != "" {
		c, err := translate.ParseChecks(f.checks)
		if err != nil {
			return bad("--checks: %v", err)
		}
		f.o.Translate.Checks = c
	}
	if f.panics == "error" {
		f.o.Translate.Checks = translate.AllChecks
	}
	if err := f.checkRecords(); err != nil {
		return err
	}
	return f.vc.set(&f.o.VC)
}

func runSolidity(cmd *cobra.Command, f *solidityFlags, paths []string) error {
	if err := f.check(); err != nil {
		return err
	}
	began := time.Now()
	ctx, stop := interruptible()
	defer stop()
	units, err := solidity.Units(ctx, paths, f.o)
	inputs := slices.Clone(paths)
	for _, u := range units {
		inputs = append(inputs, u.Inputs()...)
	}
	if err := f.outputs(inputs); err != nil {
		return err
	}
	var kept *record
	if err == nil {
		var rep *solidity.Report
		if kept, rep, err = f.fromRecord(ctx, cmd.Flags(), units); rep != nil {
			supervise.Answered()
			return f.answer(cmd, paths, rep, nil)
		}
	}
	if err == nil {
		err = f.load(ctx, units)
	}
	var translations []*solidity.Translation
	if err == nil {
		translations, err = f.translate(units, paths)
	}
	if err != nil && ctx.Err() != nil {
		supervise.Answered()
		return f.interrupted(cmd, paths)
	}
	if err != nil {
		return f.mistaken(cmd, paths, err)
	}
	if f.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.limit-time.Since(began))
		defer cancel()
	}
	var reports []*solidity.Report
	for i, t := range translations {
		rep, err := t.Verify(ctx, units[i].Options)
		if err != nil {
			f.vc.report(cmd.ErrOrStderr())
			if solidity.IsInput(err) {
				return f.mistaken(cmd, paths, err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%v; please report this with the input\n", err)
			return exitCode(exitFault)
		}
		reports = append(reports, rep)
	}
	f.vc.report(cmd.ErrOrStderr())
	supervise.Answered()
	rep := solidity.Merge(reports)
	if kept != nil && ctx.Err() == nil {
		if err := kept.keep(rep); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "--records: "+err.Error())
		}
	}
	return f.answer(cmd, paths, rep, func(w io.Writer, rep *solidity.Report) error { return rep.WriteText(w, f.warnings) })
}

// outputs finds, before the work, files that cannot be written or would take the place of an input.
func (f *solidityFlags) outputs(inputs []string) error {
	for flag, file := range map[string]string{"--emit-boogie": f.emit, "--report": f.report} {
		if file == "" {
			continue
		}
		if err := wholefile.Probe(file, inputs...); err != nil {
			return &verifier.InputError{Msg: flag + ": " + err.Error()}
		}
	}
	if err := wholefile.Distinct(map[string]string{"--emit-boogie": f.emit, "--report": f.report}, "--emit-boogie", "--report"); err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	return nil
}

// load compiles all units.
func (f *solidityFlags) load(ctx context.Context, units []*solidity.Unit) error {
	if len(units) > 1 && f.emit != "" {
		return fmt.Errorf("--emit-boogie: the sources need %d compilations, and each has a program of its own; name files that go together", len(units))
	}
	for _, u := range units {
		if err := u.Load(ctx); err != nil {
			return err
		}
	}
	return nil
}

// translate translates all units; one must have something to verify.
func (f *solidityFlags) translate(units []*solidity.Unit, paths []string) ([]*solidity.Translation, error) {
	var out []*solidity.Translation
	functions := 0
	for _, u := range units {
		t, err := solidity.Translate(u.Program, u.Options)
		if err != nil {
			return nil, err
		}
		functions += len(t.Functions)
		out = append(out, t)
	}
	if functions == 0 {
		return nil, errors.New(strings.Join(paths, ", ") + ": nothing to verify: no contract has code, and no library a public function; internal ones are checked where they are called, so name a file with a contract that calls them (contracts of libraries are verified with --libraries)")
	}
	if f.emit != "" {
		if err := wholefile.Write(f.emit, func(w io.Writer) error {
			_, err := io.WriteString(w, out[0].Text)
			return err
		}); err != nil {
			return nil, errors.New("--emit-boogie: " + err.Error())
		}
	}
	return out, nil
}

// answer writes a report to where flags say, and is its exit code.
func (f *solidityFlags) answer(cmd *cobra.Command, paths []string, rep *solidity.Report, text func(io.Writer, *solidity.Report) error) error {
	if f.report != "" {
		c := htmlreport.Context{Title: "Contracts of " + strings.Join(paths, ", "), Version: verifier.Version, CommandLine: commandLine(os.Args[1:])}
		if err := wholefile.Write(f.report, func(w io.Writer) error { return htmlreport.Write(w, rep, c) }); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "--report: "+err.Error())
		}
	}
	if err := f.print(cmd.OutOrStdout(), rep, func(w io.Writer) error { return text(w, rep) }); err != nil {
		return err
	}
	if code := rep.ExitCode(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// mistaken tells what is wrong with the input, in the documents, too, that are asked for.
func (f *solidityFlags) mistaken(cmd *cobra.Command, paths []string, err error) error {
	for _, text := range solidity.Mistakes(err) {
		fmt.Fprintln(cmd.ErrOrStderr(), terminal.Message(text))
	}
	supervise.Answered()
	return f.answer(cmd, paths, solidity.Mistaken(err), func(io.Writer, *solidity.Report) error { return nil })
}

// interrupted tells that there is no answer, since the user ended the run while the sources were compiled.
func (f *solidityFlags) interrupted(cmd *cobra.Command, paths []string) error {
	const why = "interrupted while the sources were compiled"
	rep := &solidity.Report{Answer: solidity.AnswerUnknown, Functions: []solidity.Function{}, Warnings: []solidity.Message{{Text: why}}}
	return f.answer(cmd, paths, rep, func(w io.Writer, _ *solidity.Report) error {
		_, err := fmt.Fprintf(w, "VERDICT: UNKNOWN (%s)\n", why)
		return err
	})
}

// projectRoot is the root of the project of the current directory.
func projectRoot() string {
	if p, err := layout.Find(".", ""); err == nil && p != nil {
		return p.Root
	}
	return "."
}

// print writes a report in the chosen format, or as text.
func (f *solidityFlags) print(w io.Writer, rep *solidity.Report, text func(io.Writer) error) error {
	switch f.format {
	case "json":
		return rep.WriteJSON(w)
	case "sarif":
		return rep.WriteSARIF(w, verifier.Version)
	}
	return text(w)
}
