package suite

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/product/petri/portfolio"
)

const header = "model,family,places,model_file,property_file,property_id,expected_verdict,core\n"

// TestManifest: the rows of a manifest, and its faults.
func TestManifest(t *testing.T) {
	ts, err := readManifest(strings.NewReader(header+"m,f,3,m/a.pnml,m/ReachabilityDeadlock.xml,d,TRUE,1\n\"m\",f,3,m/a.pnml,m/Reachability.xml,e,FALSE,0\n"), "dir/MANIFEST.csv")
	if err != nil || len(ts) != 2 {
		t.Fatal(ts, err)
	}
	want := Task{Model: "m", Family: "f", ModelFile: filepath.Join("dir", "m/a.pnml"), PropertyFile: filepath.Join("dir", "m/ReachabilityDeadlock.xml"), PropertyID: "d", Expected: true, Core: true}
	if ts[0] != want || ts[0].Kind() != "Deadlock" || ts[1].Kind() != "Reachability" || ts[1].Core || ts[1].Expected {
		t.Errorf("%+v", ts)
	}
	for want, text := range map[string]string{
		"x:1:1: there is no column model":   "a,b\n",
		"x:2:1: expected_verdict \"MAYBE\"": header + "m,f,3,a,b,c,MAYBE,1\n",
		"x:3:1: a row without model":        header + "m,f,3,a,b,c,TRUE,1\nm,f,3,a,b,,TRUE,1\n",
		"x:2:4":                             header + "m,f\"\n",
		"x: no tasks":                       header,
	} {
		if _, err := readManifest(strings.NewReader(text), "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := ReadManifest("/no/such/file"); err == nil {
		t.Error("no error")
	}
}

const (
	netText = `<pnml><net id="n"><place id="p"><initialMarking><text>1</text></initialMarking></place><place id="q"/><transition id="t"/>
<arc source="p" target="t"/><arc source="t" target="q"/></net></pnml>`
	properties = `<property-set>
<property><id>a</id><formula><exists-path><finally><integer-le><integer-constant>1</integer-constant><tokens-count><place>q</place></tokens-count></integer-le></finally></exists-path></formula></property>
<property><id>b</id><formula><all-paths><globally><is-fireable><transition>t</transition></is-fireable></globally></all-paths></formula></property>
<property><id>c</id><formula><exists-path><finally><deadlock/></finally></exists-path></formula></property></property-set>`
)

// tasks writes a net and properties; the expected answer of the third is wrong.
func tasks(t *testing.T) []Task {
	dir := t.TempDir()
	for name, text := range map[string]string{"n.pnml": netText, "Reachability.xml": properties, "MANIFEST.csv": header +
		"n,f,2,n.pnml,Reachability.xml,a,TRUE,1\nn,f,2,n.pnml,Reachability.xml,b,FALSE,1\nn,g,2,n.pnml,Reachability.xml,c,FALSE,1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ts, err := ReadManifest(filepath.Join(dir, "MANIFEST.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

// lastResort is a time limit that nothing comes near.
const lastResort = 10 * time.Minute

// TestRun: answers are compared with the expected ones, with one worker and with several.
func TestRun(t *testing.T) {
	ts := tasks(t)
	for _, workers := range []int{1, 2} {
		done := 0
		out, err := Run(context.Background(), ts, Options{Timeout: lastResort, Workers: workers, Done: func(Outcome) { done++ }})
		if err != nil || len(out) != 3 || done != 3 {
			t.Fatal(out, err, done)
		}
		if out[0].Answer != Right || out[1].Answer != Right || out[2].Answer != Wrong || out[2].Family != "g" {
			t.Errorf("%+v", out)
		}
		var text, table bytes.Buffer
		if err := WriteTables(&text, out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"all      3      2     1      1      1", "WRONG c (expected false, by "} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%q is not in\n%s", want, text.String())
			}
		}
		if err := WriteCSV(&table, out); err != nil || strings.Count(table.String(), "\n") != 4 || !strings.Contains(table.String(), "n,f,a,Reachability,true,right,") {
			t.Errorf("%v\n%s", err, table.String())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if out, err := Run(ctx, ts, Options{}); err == nil || len(out) != 0 {
		t.Error(out, err)
	}
	bad := append([]Task(nil), ts...)
	bad[1].PropertyID = "nope"
	if _, err := Run(context.Background(), bad, Options{}); err == nil || !strings.Contains(err.Error(), `no property "nope"`) {
		t.Error(err)
	}
	bad[0].ModelFile = "/no/such/net"
	if _, err := Run(context.Background(), bad, Options{}); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
}

// TestSummary: medians are those of right answers.
func TestSummary(t *testing.T) {
	o := func(a Answer, expected bool, d time.Duration) Outcome {
		return Outcome{Task: Task{Family: "f", Expected: expected}, Answer: a, Time: d, Result: portfolio.Result{Method: "M"}}
	}
	rows := Summarize([]Outcome{o(Right, true, 1), o(Right, false, 5), o(Right, true, 3), o(Inconclusive, true, 100), o(Wrong, true, 2)}, func(o Outcome) string { return o.Family })
	want := Row{Group: "f", Tasks: 5, Right: 3, Wrong: 1, TrueRight: 2, FalseDone: 1, Median: 3, Max: 100, Total: 111}
	if len(rows) != 1 || rows[0] != want {
		t.Errorf("%+v", rows)
	}
}

// TestManifestPaths: files are relative to the manifest.
func TestManifestPaths(t *testing.T) {
	manifest := filepath.Join("dir", "MANIFEST.csv")
	abs := filepath.Join(t.TempDir(), "m.pnml")
	if got := from(manifest, abs); got != abs {
		t.Errorf("an absolute name became %s", got)
	}
	if got, want := from(manifest, "m.pnml"), filepath.Join("dir", "m.pnml"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
