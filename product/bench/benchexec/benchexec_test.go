package benchexec

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cupel/product/bench"
	"cupel/tests/need"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// brief is a run as text.
func brief(runs []bench.Run) []string {
	var out []string
	for _, r := range runs {
		out = append(out, strings.Join([]string{r.Config, r.Task, r.Family, r.Expected, r.Verdict, r.Category, r.Reason}, "|"))
	}
	return out
}

// TestReadXML: the verdicts and categories in result files of several tools.
func TestReadXML(t *testing.T) {
	want := []string{
		"Other reach|loops/a|loops|true|TRUE|correct-true|",
		"Other reach|loops/b|loops|false|FALSE|correct-false|false(unreach-call)",
		"Other reach|loops/c|loops|true|FALSE|wrong-false|false(unreach-call)",
		"Other reach|loops/d|loops|false|TRUE|wrong-true|",
		"Other reach|loops/e|loops|true|TIMEOUT|unknown|",
		"Other reach|loops/f|loops|true|MEMORY|unknown|",
		"Other reach|loops/g|loops|true|ERROR|error|ASSERTION (x < y)",
		"Other reach|loops/h|loops|true|UNKNOWN|unknown|",
		"Other reach|loops/i|loops|true|TRUE|unconfirmed|",
		"Other reach|memory/m (no-overflow)|memory|true|TRUE|correct-true|",
		"Other reach|memory/m (valid-memsafety)|memory|false|FALSE|unknown|false(valid-deref)",
		"Other reach|old/n|old|true|TRUE|correct-true|",
	}
	plain := read(t, "other.results.xml")
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write(plain); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"xml": plain, "xml.bz2": read(t, "other.results.xml.bz2"), "xml.gz": zipped.Bytes()} {
		runs, err := ReadXML(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, brief(runs)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if r := runs[0]; r.CPU != 1.25 || r.Wall != 0.75 || r.MemoryMB != 2 || r.Version != "3.1" || r.Flags != "--deep" || r.Limits != "900s,15000000000B" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestReadXMLErrors: damaged result files are errors with a reason, never fewer results.
func TestReadXMLErrors(t *testing.T) {
	head := `<result tool="T"><run name="x.yml" expectedVerdict="true">`
	for text, want := range map[string]string{
		"":                         "no results",
		"<table/>":                 "begins with <table>",
		"<result>":                 "EOF",
		`<result><run name=""/>`:   "no name",
		`<result><run name="x.c">`: "EOF",
		head + `<column title="cputime" value="fast"/></run></result>`:                                                                `"fast" is no amount`,
		head + `<column title="status" value="true"/><column title="category" value="wrong"/></run></result>`:                         "does not go with",
		head + `<column title="status" value="false(unreach-call)"/><column title="category" value="correct"/></run></result>`:        "does not go with",
		head + `<column title="status" value="true"/><column title="category" value="great"/></run></result>`:                         "no category",
		`<result><run name="x.yml" expectedVerdict="maybe"><column title="status" value="true"/></run></result>`:                      "must begin with",
		`<!DOCTYPE result [<!ENTITY e "boom">]><result tool="T"><run name="&e;"><column title="status" value="true"/></run></result>`: "entity",
		"BZhello": "bzip2",
	} {
		if _, err := ReadXML(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestReadTable: the verdicts in tables of several tools, and damaged tables as errors with a reason.
func TestReadTable(t *testing.T) {
	data := read(t, "tools.table.csv")
	if !IsTable(data) {
		t.Error("it is not taken for a table")
	}
	runs, err := ReadTable(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"One 1.0 reach|loops/a|loops|true|TRUE|correct-true|",
		"Two reach|loops/a|loops|true|FALSE|wrong-false|false(unreach-call)",
		"One 1.0 reach|loops/b|loops|false|FALSE|correct-false|false(unreach-call)",
		"One 1.0 reach|memory/c|memory|false|FALSE|unknown|false(valid-deref)",
		"Two reach|memory/c|memory|false|ERROR|error|KILLED BY SIGNAL 9",
		"One 1.0 reach|memory/d|memory||TRUE|unknown|",
		"Two reach|memory/d|memory||UNKNOWN|unknown|",
	}
	if diff := cmp.Diff(want, brief(runs)); diff != "" {
		t.Error(diff)
	}
	if r := runs[0]; r.CPU != 1.5 || r.Wall != 1.25 || r.MemoryMB != 1e6/(1<<20)*20.97152 {
		t.Errorf("%+v", r)
	}
	runs, err = ReadTable(bytes.NewReader(read(t, "columns.table.csv")))
	want = []string{"One reach|loops/a|loops|false|TRUE|wrong-true|", "One reach|loops/b|loops|true|TRUE|correct-true|"}
	if diff := cmp.Diff(want, brief(runs)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	for text, want := range map[string]string{
		"tool\tA\n":                                                        "three rows",
		"tool\tA\nrun set\ta\nx/\n":                                        "as long as each other",
		"tool\t\nrun set\t\nx/\t\n":                                        "no columns of results",
		"tool\tA\t\nrun set\ta\t\nx\tstatus\t\n":                           "belongs to no tool",
		"tool\tA\nrun set\ta\nx/\tstatus\na\ttrue\t1\n":                    "4:1: the row has 3 columns",
		"tool\tA\tA\nrun set\ta\ta\nx/\tstatus\tcputime (s)\na\ttrue\ty\n": "no amount",
		"tool\tA\nrun set\ta\nx/\tstatus\n\ttrue\n":                        "no name",
	} {
		if _, err := ReadTable(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

var written = []bench.Run{
	{Config: "symex", Task: "f/a", Family: "f", Path: "../f/a.yml", Property: "unreach-call", PropertyFile: "../p/unreach-call.prp", Expected: "true", Verdict: "TRUE", Category: bench.CorrectTrue, CPU: 1.5, Wall: 2, MemoryMB: 3},
	{Config: "symex", Task: "f/b", Family: "f", Path: "../f/b.yml", Property: "no-overflow", Expected: "true", Verdict: "FALSE", Category: bench.WrongFalse, CPU: 0.001},
	{Config: "symex", Task: "f/c", Family: "f", Path: "../f/c.yml", Expected: "false", Verdict: "TIMEOUT", Category: bench.Undecided},
	{Config: "symex", Task: "f/d", Family: "f", Path: "../f/<&d>.yml", Expected: "true", Verdict: "ERROR", Category: bench.Failed, Reason: `exit 7: "boom"`},
	{Config: "symex", Task: "f/e", Family: "f", Path: "../f/e.yml", Expected: "true", Verdict: "FALSE", Category: bench.Disputed},
	{Config: "other", Task: "f/a", Family: "f", Path: "../f/a.yml", Verdict: "TRUE"},
}

func write(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	s := Set{Benchmark: "b", Config: "symex", Version: "1", Options: "--engine symex", Time: 90 * time.Second, MemoryMB: 4096, Start: time.Unix(0, 0).UTC(), Machine: ThisMachine()}
	if err := WriteXML(&b, s, written); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWriteXML: a written file is read back unchanged.
func TestWriteXML(t *testing.T) {
	runs, err := ReadXML(bytes.NewReader(write(t)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Cupel symex|f/a|f|true|TRUE|correct-true|", "Cupel symex|f/b|f|true|FALSE|wrong-false|false(no-overflow)", "Cupel symex|f/c|f|false|TIMEOUT|unknown|",
		`Cupel symex|f/<&d>|f|true|ERROR|error|ERROR (exit 7: "boom")`, "Cupel symex|f/e|f|true|FALSE|unknown|"}
	if diff := cmp.Diff(want, brief(runs)); diff != "" {
		t.Error(diff)
	}
	if r := runs[0]; r.CPU != 1.5 || r.Wall != 2 || r.MemoryMB != 3 || r.Limits != "90s,4294967296B" {
		t.Errorf("%+v", r)
	}
}

// TestWriteXMLValid: the document is valid by its document type, see testdata/result.dtd.
func TestWriteXMLValid(t *testing.T) {
	lint := need.Tool(t, "xmllint")
	for name, data := range map[string][]byte{"written": write(t), "read": read(t, "other.results.xml")} {
		cmd := exec.Command(lint, "--noout", "--nonet", "--dtdvalid", "testdata/result.dtd", "-")
		cmd.Stdin = bytes.NewReader(data)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// FuzzReadXML: no input makes the reader panic or invents solved tasks.
func FuzzReadXML(f *testing.F) {
	f.Add([]byte(`<result tool="T" name="r.b" block="b"><run name="a/x.yml" expectedVerdict="false(p)" properties="p"><column title="status" value="false(p)"/><column title="category" value="correct"/><column title="cputime" value="1s"/></run></result>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, err := ReadXML(bytes.NewReader(data))
		checkRuns(t, runs, err)
	})
}

// FuzzReadTable: the same for tables.
func FuzzReadTable(f *testing.F) {
	f.Add([]byte("tool\t\tA\tA\nrun set\t\ta\ta\nx/\t\tstatus\tmemory (MB)\nd/a.c\ttrue\ttrue\t1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, err := ReadTable(bytes.NewReader(data))
		checkRuns(t, runs, err)
	})
}

// checkRuns: nothing is solved that is not, and a task is there once.
func checkRuns(t *testing.T, runs []bench.Run, err error) {
	if err != nil {
		return
	}
	for i := range runs {
		if r := &runs[i]; r.Solved() && bench.Categorize(r.Verdict, bench.Task{Expected: r.Expected}) != r.Category || r.CPU < 0 || r.Task == "" {
			t.Errorf("%+v", r)
		}
	}
}
