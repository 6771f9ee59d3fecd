package report_test

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/evidence/report"
	"cupel/tests/pagetest"
	"cupel/verifier"
)

// made verifies a program and makes its page.
func made(t *testing.T, file, want string, change func(*verifier.Config)) []byte {
	t.Helper()
	cfg := verifier.DefaultConfig()
	cfg.Engine, cfg.Report = "symex", filepath.Join(t.TempDir(), "r.html")
	if change != nil {
		change(&cfg)
	}
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil || rep.Verdict != want {
		t.Fatalf("%+v, %v", rep, err)
	}
	var b bytes.Buffer
	if err := report.WriteHTML(&b, rep, report.Context{Version: "1", CommandLine: "cupel verify " + file}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBrowserFalse: an execution is stepped through, by buttons, keys and the slider, and values follow.
func TestBrowserFalse(t *testing.T) {
	page := made(t, "testdata/unsafe.c", "FALSE", nil)
	var got struct {
		Begin, Second, Third, Back, End, Slid string
		Values, Outer                         []string
		Now                                   string
		Disabled                              []bool
		Larger                                bool
		Foreign                               bool
		Marked                                []bool
	}
	pagetest.Driven(t, page, `
const where = () => document.getElementById("where").textContent;
const r = { begin: where() };
click("next"); r.second = where();
key("ArrowRight"); r.third = where();
key("p"); r.back = where();
key("End"); r.end = where();
r.disabled = ["first", "previous", "next", "last"].map((id) => document.getElementById(id).disabled);
r.now = document.querySelector(".now").textContent;
r.outer = texts("#values tr");
const slider = document.getElementById("slider"); slider.value = 3; slider.dispatchEvent(new Event("input")); r.slid = where();
click("first"); while (!document.getElementById("next").disabled && !texts("#values td").includes("c")) click("next"); click("next");
r.values = texts("#values tr");
const svg = document.querySelector("svg"), width = svg.getAttribute("width"); document.querySelector("[data-zoom]").click();
r.larger = Number(svg.getAttribute("width")) > Number(width);
r.foreign = window.pwned !== undefined;
r.marked = Array.from(document.querySelectorAll("svg .marked"), (e) => getComputedStyle(e).stroke === getComputedStyle(document.querySelector(".fail")).color);
return r;`, &got)
	for text, want := range map[string]string{got.Begin: "step 1 of ", got.Second: "step 2 of ", got.Third: "step 3 of ", got.Back: "step 2 of ", got.Slid: "step 4 of ", got.End: "reach_error()"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q, want %q", text, want)
		}
	}
	if len(got.Disabled) != 4 || got.Disabled[0] || got.Disabled[1] || !got.Disabled[2] || !got.Disabled[3] {
		t.Errorf("disabled at the end: %v", got.Disabled)
	}
	if !strings.Contains(got.Now, "reach_error();") || !got.Larger || got.Foreign {
		t.Errorf("%+v", got)
	}
	if len(got.Marked) < 5 || slices.Contains(got.Marked, false) {
		t.Errorf("edges of the execution: %v", got.Marked)
	}
	values := strings.Join(got.Values, "; ")
	for _, want := range []string{"classify (call 2)", "c'\\n' (10)", "main", "global and allocated", "calls1"} {
		if !strings.Contains(values, want) {
			t.Errorf("no %q in %s", want, values)
		}
	}
	if outer := strings.Join(got.Outer, "; "); strings.Contains(outer, "classify") || !strings.Contains(outer, "calls1") {
		t.Errorf("at the end, back in main: %s", outer)
	}
}

// TestBrowserFolds: functions that an execution does not pass are folded until they are asked for; the assertion is at the top; at the width
// of a phone no word of a heading is broken and the page itself does not scroll sideways.
func TestBrowserFolds(t *testing.T) {
	page := made(t, "testdata/folds.c", "FALSE", nil)
	var got struct {
		Folds, Shown, Values, Headings []string
		Hidden, Left                   int
		Failed                         string
		Wide                           bool
	}
	pagetest.Driven(t, page, `
const hidden = () => document.querySelectorAll("tr[hidden]").length;
const r = { folds: texts(".fold button"), hidden: hidden(), failed: document.getElementById("failed").textContent, shown: texts("#inputs ~ .scroll code") };
document.querySelector(".fold button").click();
r.left = hidden();
click("last"); r.values = texts("#values tr");
r.wide = document.documentElement.scrollWidth > window.innerWidth;
r.headings = Array.from(document.querySelectorAll("h1, h2, th")).filter((e) => {
  const probe = document.createElement("span"); probe.style.cssText = "white-space:nowrap;position:absolute;visibility:hidden"; e.appendChild(probe);
  const least = Math.max(...e.textContent.split(/\s+/).map((w) => { probe.textContent = w; return probe.offsetWidth; }));
  probe.remove();
  return least > e.clientWidth + 1;
}).map((e) => e.textContent);
return r;`, &got)
	if len(got.Folds) != 1 || !strings.Contains(got.Folds[0], "lines: unused, spare") || got.Hidden < 10 || got.Left != 0 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.Failed, `assert(strcmp(copy, "no") != 0)`) || !slices.Contains(got.Shown, "110 ('n')") {
		t.Errorf("%q %q", got.Failed, got.Shown)
	}
	if values := strings.Join(got.Values, "; "); !strings.Contains(values, `copy"no"`) || strings.Contains(values, "__func__") || strings.Contains(values, "__cupel") {
		t.Errorf("values: %s", values)
	}
	if got.Wide || len(got.Headings) > 0 {
		t.Errorf("on a phone: wide %v, broken %q", got.Wide, got.Headings)
	}
}

// TestBrowserTrue and TestBrowserUnknown: there is nothing to step through, and nothing complains.
func TestBrowserTrue(t *testing.T) {
	page := made(t, "testdata/safe.c", "TRUE", func(c *verifier.Config) { c.Engine, c.NoRun, c.Invariants = "cegar", true, "none" })
	dom := pagetest.Open(t, page)
	for _, want := range []string{`id="verdict">TRUE<`, "always here:", "abstract reachability graph", "function main"} {
		if !strings.Contains(dom, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(dom, `id="slider"`) {
		t.Error("there is an execution")
	}
}

// TestBrowserUnknown: a page without an execution to step through works, and printing opens closed sections.
func TestBrowserUnknown(t *testing.T) {
	page := made(t, "testdata/unknown.c", "UNKNOWN", nil)
	var open struct{ Before, After bool }
	pagetest.Driven(t, page, `key("ArrowRight"); const d = document.querySelector("details"), before = d.open; window.dispatchEvent(new Event("beforeprint")); return { before: before, after: d.open };`, &open)
	if open.Before || !open.After {
		t.Errorf("printing does not open what is closed: %+v", open)
	}
}
