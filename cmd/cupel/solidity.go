package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/supervise"
	"cupel/internal/wholefile"
	"cupel/product/solidity"
	"cupel/product/solidity/translate"
	"cupel/verifier"
)

type solidityFlags struct {
	o        solidity.Options
	emit     string
	external string
	panics   string
	checks   string
	format   string
	warnings bool
	report   string
	vc       vcFlags
	limit    time.Duration // of the run
}

func solidityCommand() *cobra.Command {
	_, c := newSolidityCommand()
	c.AddCommand(solidityBenchCommand())
	return c
}

func newSolidityCommand() (*solidityFlags, *cobra.Command) {
	f := &solidityFlags{}
	c := &cobra.Command{
		Use:   "solidity [flags] FILE.sol...",
		Short: "Verify annotated Solidity contracts, function by function",
		Long: `Solidity verifies every function of contracts against the annotations in their
documentation comments: invariants of contracts and loops, preconditions,
postconditions, frame conditions and what events track, and against assert.

The files are Solidity sources, or one build-info file of Foundry
(forge build --ast --build-info, out/build-info/*.json) or Hardhat
(artifacts/build-info/*.json). Sources are compiled by the Solidity compiler, which
scripts/solidity-setup.sh installs; nothing of the contracts is executed.

For every function it prints a line
  CONTRACT::FUNCTION: OK | ERROR | SKIPPED | TIMEOUT | UNKNOWN (reason)
and under an error what can fail:
   - FILE:LINE:COLUMN: MESSAGE
with transactions that lead there, from the deployment on, where some are found.

Exit codes:
  0  all functions are proved
  1  errors were found
  2  some functions could not be decided or translated, the others are proved
` + exitCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "solidity takes one or more files; see cupel solidity --help"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runSolidity(cmd, f, args) },
	}
	fs := c.Flags()
	fs.StringVar(&f.o.Arithmetic, "arithmetic", "", "int, bv, mod, mod-overflow or checked (default: checked for Solidity 0.8, otherwise mod)")
	fs.StringVar(&f.emit, "emit-boogie", "", "write the Boogie program to `FILE`, too")
	fs.BoolVar(&f.o.Translate.Modifies, "modifies-analysis", false, "check what functions modify even if no annotation says anything about it")
	fs.BoolVar(&f.o.Translate.Events, "event-analysis", false, "check what functions emit even if no annotation says anything about it")
	fs.StringVar(&f.external, "external", "unknown", "functions of other contracts: unknown code, or typed: what the sources say of that type")
	fs.StringVar(&f.checks, "checks", "", "what to check besides annotations, a list of assert, overflow, underflow, div, index, pop; or all (default: assert)")
	fs.StringVar(&f.panics, "panic", "revert", "division by zero, overflow, indices out of bounds: revert, or error: the same as --checks all")
	fs.BoolVar(&f.o.Translate.InlineAnnotated, "inline-annotated", false, "put the bodies of annotated internal functions in place of their calls, as solc-verify does")
	fs.BoolVar(&f.o.Infer, "infer", false, "infer invariants of contracts where functions are not proved otherwise, and print them")
	fs.StringSliceVar(&f.o.Engines, "infer-engines", solidity.Engines(), "engines that are asked for invariants of contracts, besides what is guessed; \"\": none")
	fs.BoolVar(&f.o.Transactions, "transactions", true, "look for transactions that violate what may fail, and print them")
	f.vc.add(fs)
	fs.BoolVar(&f.o.VC.NoInference, "no-inference", false, "do not infer intervals at the heads of loops")
	fs.BoolVar(&f.o.NoUnroll, "no-unroll", false, "do not verify the first rounds of loops by themselves")
	fs.DurationVar(&f.o.VC.Timeout, "timeout", 10*time.Second, "time limit of a function; 0: none")
	fs.DurationVar(&f.limit, "run-timeout", 0, "time limit of the run, after which functions are left undecided; 0: none")
	fs.IntVar(&f.o.VC.Jobs, "jobs", 2, "functions verified at a time")
	fs.StringVar(&f.format, "format", "text", "text, json or sarif")
	fs.StringVar(&f.o.Compiler.Path, "solc", "", "the compiler: a native solc, or a directory with the npm package solc, at `PATH`")
	fs.StringVar(&f.o.Compiler.Version, "solc-version", "", "the compiler's version (default: the latest one installed that the pragmas admit)")
	fs.StringArrayVar(&f.o.Roots, "root", nil, "look for imports in `DIR`, too (repeatable)")
	fs.StringArrayVar(&f.o.Remappings, "remapping", nil, "remapping of imports for the compiler, `PREFIX=PATH` (repeatable)")
	fs.StringVar(&f.report, "report", "", "write the answers as an HTML page to `FILE`")
	fs.StringVar(&f.o.ViaIR, "via-ir", "", "code by the compiler's intermediate representation (setting viaIR): yes, no, or any: what holds with it and without (default: as the build-info file says, otherwise any)")
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
	}
	if err := solidity.ParseViaIR(f.o.ViaIR); err != nil {
		return bad("--via-ir: %v", err)
	}
	f.o.Translate.TypedCalls = f.external == "typed"
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
	return f.vc.set(&f.o.VC)
}

func runSolidity(cmd *cobra.Command, f *solidityFlags, files []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.emit != "" {
		if err := wholefile.Probe(f.emit, files...); err != nil {
			return &verifier.InputError{Msg: "--emit-boogie: " + err.Error()}
		}
	}
	if f.report != "" {
		if err := wholefile.Probe(f.report, files...); err != nil {
			return &verifier.InputError{Msg: "--report: " + err.Error()}
		}
	}
	if err := wholefile.Distinct(map[string]string{"--emit-boogie": f.emit, "--report": f.report}, "--emit-boogie", "--report"); err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	began := time.Now()
	ctx, stop := interruptible()
	defer stop()
	p, err := solidity.Load(ctx, files, f.o)
	if err != nil && ctx.Err() != nil {
		supervise.Answered()
		return f.interrupted(cmd)
	}
	if err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	t, err := solidity.Translate(p, f.o)
	if err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	if len(t.Functions) == 0 {
		return &verifier.InputError{Msg: strings.Join(files, ", ") + ": nothing to verify: no contract has code, and no library a public function; internal ones are checked where they are called, so name a file with a contract that calls them"}
	}
	if f.emit != "" {
		if err := wholefile.Write(f.emit, func(w io.Writer) error {
			_, err := io.WriteString(w, t.Text)
			return err
		}); err != nil {
			return &verifier.InputError{Msg: "--emit-boogie: " + err.Error()}
		}
	}
	if f.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.limit-time.Since(began))
		defer cancel()
	}
	rep, err := t.Verify(ctx, f.o)
	f.vc.report(cmd.ErrOrStderr())
	if err != nil {
		if solidity.IsInput(err) {
			return &verifier.InputError{Msg: err.Error()}
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%v; please report this with the input\n", err)
		return exitCode(exitFault)
	}
	supervise.Answered()
	if f.report != "" {
		if err := writeList(f.report, "Contracts of "+strings.Join(files, ", "), solidityItems(rep)); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "--report: "+err.Error())
		}
	}
	if err := f.print(cmd.OutOrStdout(), rep, func(w io.Writer) error { return rep.WriteText(w, f.warnings) }); err != nil {
		return err
	}
	if code := rep.ExitCode(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// interrupted tells that there is no answer, since the user ended the run while the sources were compiled.
func (f *solidityFlags) interrupted(cmd *cobra.Command) error {
	const why = "interrupted while the sources were compiled"
	rep := &solidity.Report{Functions: []solidity.Function{}, Warnings: []solidity.Message{{Text: why}}}
	err := f.print(cmd.OutOrStdout(), rep, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "VERDICT: UNKNOWN (%s)\n", why)
		return err
	})
	if err != nil {
		return err
	}
	return exitCode(exitUnknown)
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
