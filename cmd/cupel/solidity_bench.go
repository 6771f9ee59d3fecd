package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/product/preset"
	"cupel/product/solidity"
	"cupel/product/solidity/layout"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/suite"
	"cupel/verifier"
)

// solidityRuns are of cupel solidity, whose flags name no files that a result depends on.
var solidityRuns = runsOf{"solidity", checkSolidityFlags, func([]string) ([]string, error) { return nil, nil }}

func solidityBenchCommand() *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench [flags] FILE|DIR|TABLE.csv...",
		Short: "Verify many contracts and tabulate the results",
		Long: `Bench runs cupel solidity on every file by itself: Solidity sources, build-info
files (.json), the sources (.sol) in and below directories, but for libraries of
projects, and the files that tables list (.csv with a column file, and optionally family). Finished runs are
kept in DIR/journal.jsonl, so that the same command goes on where it was
interrupted; DIR/results.csv and DIR/summary.txt hold the tables.

Each --run is a configuration, NAME=FLAGS, for example
  --run 'int-cvc5=--preset int --solver cvc5'
Without one there is a run for each preset, that is each arithmetic.

The table has the files that are refused (not compiled, not translated, without
code), translated, translated in part (some functions are skipped), those that
are finished within the limit, their mean processor time with that of the
compiler, and those with alarms. The limit of memory is one above which a run is
ended.

Exit codes:
  0  every run ended
  2  interrupted; the same command resumes
  3  a mistake in the input or the flags
  4  a run ended in a fault of cupel (exit code 4)`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "solidity bench takes at least one contract, directory or table"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runSolidityBench(cmd, &f, args) },
	}
	fs := c.Flags()
	f.common(fs, "each preset of cupel solidity, else")
	fs.StringVar(&f.html, "html", "", "write the results to `FILE` as a page")
	_ = fs.MarkHidden("disputed") // nothing is expected
	return c
}

func runSolidityBench(cmd *cobra.Command, f *benchFlags, args []string) error {
	if len(f.runs) == 0 {
		for _, p := range preset.Of(preset.Solidity)[1:] {
			f.runs = append(f.runs, p.Name+"=--preset "+p.Name)
		}
	}
	configs, err := f.configs(solidityRuns)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	tasks, inputs, err := contracts(cmd.Context(), args)
	if err != nil {
		return err
	}
	if inputs, err = f.checkDir(configs, solidityRuns, inputs); err != nil {
		return err
	}
	if err := checkOutput("--html", f.html, inputs...); err != nil {
		return err
	}
	if tasks, err = f.chosen(tasks); err != nil {
		return err
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	o.Tool = suite.Tool()
	runs, interrupted, err := runAll(configs, tasks, o)
	if err != nil {
		return err
	}
	table := suite.Summarize(runs)
	if f.html != "" {
		c := suite.Context{Title: "Contracts of " + strings.Join(args, ", "), Version: version(), CommandLine: commandLine(os.Args[1:])}
		if err := wholefile.Write(f.html, func(w io.Writer) error { return table.WriteHTML(w, runs, c) }); err != nil {
			return err
		}
	}
	return f.conclude(cmd, interrupted, 0, len(table.Faults), table.Write, func(w io.Writer) error { return suite.WriteCSV(w, runs) })
}

// contracts lists the files that arguments stand for as tasks; one that is listed twice is one task.
func contracts(ctx context.Context, args []string) (tasks []bench.Task, inputs []string, err error) {
	inputs = slices.Clone(args)
	seen, named := map[string]bool{}, map[string]string{}
	for _, arg := range args {
		files, err := contractFiles(arg)
		if err != nil {
			return nil, nil, err
		}
		for _, l := range files {
			full, err := filepath.Abs(l.file)
			if err != nil {
				return nil, nil, err
			}
			if seen[full] {
				continue
			}
			seen[full] = true
			inputs = append(inputs, l.file)
			t := bench.Task{Path: l.file, Family: l.family}
			if t.Digest, err = contractDigest(ctx, l.file); err != nil {
				return nil, nil, &verifier.InputError{Msg: l.file + ": cannot be read"}
			}
			if t.Family == "" {
				t.Family = filepath.Base(filepath.Dir(full))
			}
			t.Name = t.Family + "/" + strings.TrimSuffix(filepath.Base(l.file), filepath.Ext(l.file))
			if named[t.Name] != "" { // as in another directory of that name
				t.Name = l.file
			}
			named[t.Name] = l.file
			tasks = append(tasks, t)
		}
	}
	if len(tasks) == 0 {
		return nil, nil, &verifier.InputError{Msg: strings.Join(args, ", ") + ": no contract (.sol) is there"}
	}
	return tasks, inputs, nil
}

// contractDigest identifies a file, what it imports, and the compilers of which one is chosen.
func contractDigest(ctx context.Context, file string) (string, error) {
	var texts []string
	if filepath.Ext(file) == ".sol" {
		texts = solc.Installed()
		if units, err := solidity.Units(ctx, []string{file}, solidity.Options{}); err == nil { // else the file alone: it will be refused
			for _, u := range units {
				texts = append(texts, u.Digest()...)
			}
		}
	}
	return bench.Digest([]string{file}, texts...)
}

// contractFiles lists the files that an argument stands for.
func contractFiles(arg string) ([]listed, error) {
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return nil, &verifier.InputError{Msg: arg + ": cannot be read; check the path"}
	case info.IsDir():
		var out []listed
		p, err := layout.Find(arg, "")
		if err != nil {
			return nil, &verifier.InputError{Msg: err.Error()}
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && path != arg && (p.Config != "" && p.Library(path) || layout.InNodeModules(path)) {
				return filepath.SkipDir
			}
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".sol" {
				out = append(out, listed{file: path})
			}
			return err
		})
		if err != nil {
			return nil, &verifier.InputError{Msg: arg + ": " + err.Error()}
		}
		return out, nil
	case filepath.Ext(arg) == ".csv":
		return contractTable(arg)
	}
	return []listed{{file: arg}}, nil
}

// contractTable reads a table with the column file, relative to the table, and optionally family.
func contractTable(path string) ([]listed, error) {
	rows, err := tableRows(path)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Contains(rows[0], "file") {
		return nil, &verifier.InputError{Msg: path + ":1:1: there is no column file; the first line names the columns file and, optionally, family"}
	}
	file, family := slices.Index(rows[0], "file"), slices.Index(rows[0], "family")
	var out []listed
	for i, row := range rows[1:] {
		if row[file] == "" {
			return nil, withoutFile(path, i)
		}
		l := listed{file: filepath.Join(filepath.Dir(path), row[file])}
		if family >= 0 {
			l.family = row[family]
		}
		out = append(out, l)
	}
	return out, nil
}
