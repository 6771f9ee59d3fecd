package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"cupel/tests/need"
)

var manDir = flag.String("man", "", "keep the pages in `DIR`")

// TestManPages makes a page for each command, which mandoc finds nothing wrong with; make man keeps them. What makes the pages is a
// library that the program does without.
func TestManPages(t *testing.T) {
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	seconds, _ := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	date := time.Unix(seconds, 0).UTC()
	root := rootCommand()
	root.InitDefaultCompletionCmd("completion")
	root.DisableAutoGenTag = true
	verbatim(root)
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "Cupel " + version(), Manual: "Cupel", Date: &date}, dir); err != nil {
		t.Fatal(err)
	}
	lint := *manDir == "" && need.Has(t, "mandoc") // make man makes pages wherever it is called
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" {
			return
		}
		file := filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		page, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			return
		}
		if !strings.Contains(string(page), ".SH SYNOPSIS") || !strings.Contains(string(page), ".TH ") {
			t.Errorf("%s: %.200s", file, page)
		}
		if lint {
			if out, err := exec.Command("mandoc", "-Tlint", "-Werror", file).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		}
		for _, s := range c.Commands() {
			each(s)
		}
	}
	each(root)
}

// verbatim keeps the lines of descriptions, which the library takes for Markdown.
func verbatim(c *cobra.Command) {
	if c.Long != "" {
		c.Long = "    " + strings.ReplaceAll(c.Long, "\n", "\n    ")
	}
	for _, s := range c.Commands() {
		verbatim(s)
	}
}

// TestCompletion: scripts for shells, where there are any they can be read.
func TestCompletion(t *testing.T) {
	for shell, want := range map[string]string{"bash": "__start_cupel", "zsh": "#compdef cupel", "fish": "complete -c cupel"} {
		var out strings.Builder
		if code := execute([]string{"completion", shell}, &out, &out); code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %d %.200s", shell, code, out.String())
		}
		// bash is required, the other shells are optional.
		if path, err := exec.LookPath(shell); err == nil {
			cmd := exec.Command(path, "-n")
			cmd.Stdin = strings.NewReader(out.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", shell, err, out)
			}
		}
	}
}
