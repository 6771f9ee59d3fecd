package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/product/bench/benchexec"
	"cupel/product/bench/comparison"
	"cupel/verifier"
)

func benchTableCommand() *cobra.Command {
	var html, title string
	var venn, best []string
	c := &cobra.Command{
		Use:   "table [flags] [LABEL=]FILE...",
		Short: "Put results of benchmarks beside each other, as text and as a page",
		Long: `Table compares the results in files: results.csv of cupel bench, a CSV file of
another tool with the columns task and verdict, a result file of BenchExec
(.xml, .xml.bz2), or a table of its table-generator (.csv with tabs). It prints
totals and scores; with --html it writes one page that needs nothing else, with
filters, a quantile plot and a scatter plot. --venn tells how many tasks are solved
by exactly which configurations, --best adds the virtual best of some.

A label is added to the names of configurations where files use the same;
without one it is the name of the file or, for results.csv, of its directory.
The exit code is 0; ` + exitCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "bench table takes at least one file of results"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := readResults(args, html)
			if err != nil {
				return err
			}
			for _, b := range best {
				name, of, _ := strings.Cut(b, "=")
				if err := c.AddBest(name, strings.Split(of, ",")); err != nil {
					return &verifier.InputError{Msg: "--best: " + err.Error()}
				}
			}
			var regions []comparison.Region
			if len(venn) > 0 {
				if regions, err = c.Regions(venn); err != nil {
					return &verifier.InputError{Msg: "--venn: " + err.Error()}
				}
			}
			if html != "" {
				if err := writeTable(html, title, c); err != nil {
					return err
				}
			}
			if err := c.WriteText(cmd.OutOrStdout()); err != nil || regions == nil {
				return err
			}
			return comparison.WriteRegions(cmd.OutOrStdout(), regions)
		},
	}
	c.Flags().StringVar(&html, "html", "", "write the page to `FILE`")
	c.Flags().StringSliceVar(&venn, "venn", nil, "of these configurations, `NAME,NAME,...`, print which tasks exactly which solve")
	c.Flags().StringArrayVar(&best, "best", nil, "add the virtual best of some configurations, `NAME=CONFIG,CONFIG,...` (repeatable)")
	c.Flags().StringVar(&title, "title", "Results", "title of the page")
	return c
}

// readResults reads the files and finds out whether the page can be written before that.
func readResults(args []string, html string) (*comparison.Comparison, error) {
	var files, labels []string
	for _, a := range args {
		label, file, ok := strings.Cut(a, "=")
		if _, err := os.Stat(a); err == nil || !ok {
			label, file = comparison.Label(absolute(a)), a
		}
		files, labels = append(files, file), append(labels, label)
	}
	if err := checkOutput("--html", html, files...); err != nil {
		return nil, err
	}
	var sources []comparison.Source
	for i := range files {
		s, err := comparison.Read(files[i], labels[i])
		if err != nil {
			return nil, &verifier.InputError{Msg: err.Error()}
		}
		sources = append(sources, s)
	}
	return comparison.New(sources), nil
}

// absolute is a path from the root, so that its directory has a name.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// writePage writes the results of a bench as a page.
func (f *benchFlags) writePage(runs []bench.Run) error {
	if f.html == "" {
		return nil
	}
	return writeTable(f.html, "Results of "+filepath.Base(absolute(f.dir)), comparison.New([]comparison.Source{{Label: f.dir, Runs: runs}}))
}

func writeTable(file, title string, c *comparison.Comparison) error {
	return wholefile.Write(file, func(w io.Writer) error {
		return c.WriteHTML(w, comparison.Context{Title: title, Version: version(), CommandLine: commandLine(os.Args[1:])})
	})
}

// xmlFiles are the files of results for BenchExec's table-generator, one for each configuration: with several, their names
// are put before the ending.
func (f *benchFlags) xmlFiles(configs []bench.Config) map[string]string {
	if f.xml == "" {
		return nil
	}
	files := map[string]string{}
	for _, c := range configs {
		files[c.Name] = f.xml
		if len(configs) > 1 {
			ext := filepath.Ext(f.xml)
			files[c.Name] = strings.TrimSuffix(f.xml, ext) + "." + strings.Map(func(r rune) rune {
				if strings.ContainsRune(`/\ `, r) {
					return '_'
				}
				return r
			}, c.Name) + ext
		}
	}
	return files
}

// writeXML writes the files of results for BenchExec's table-generator.
func (f *benchFlags) writeXML(configs []bench.Config, runs []bench.Run, start time.Time) error {
	files := f.xmlFiles(configs)
	for _, c := range configs {
		if files[c.Name] == "" {
			continue
		}
		s := benchexec.Set{Benchmark: filepath.Base(absolute(f.dir)), Config: c.Name, Version: version(), Options: strings.Join(c.Flags, " "),
			Time: f.time, MemoryMB: f.memory, Cores: 1, Start: start, Machine: benchexec.ThisMachine()}
		if err := wholefile.Write(files[c.Name], func(w io.Writer) error { return benchexec.WriteXML(w, s, runs) }); err != nil {
			return err
		}
	}
	return nil
}
