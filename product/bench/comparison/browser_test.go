package comparison_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/product/bench"
	"cupel/product/bench/comparison"
	"cupel/tests/effort"
	"cupel/tests/pagetest"
)

func made(t *testing.T, runs []bench.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	c := comparison.New([]comparison.Source{{Label: "x", Runs: runs}})
	if err := c.WriteHTML(&b, comparison.Context{Title: "results", Version: "1", CommandLine: "cupel bench table"}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// act is what readers do.
const act = `
const set = (id, value) => { const e = document.getElementById(id); if (e.type === "checkbox") e.checked = value; else e.value = value; e.dispatchEvent(new Event("input", { bubbles: true })); };
const rows = () => texts("#table tbody tr td.task");
const sums = () => Array.from(document.querySelectorAll("#sums tbody tr"), (r) => Array.from(r.cells, (c) => c.textContent).join(" "));
`

// TestBrowserFilters: the rows that each filter leaves, and the sums over them; the sums of the script are those of Totals.
func TestBrowserFilters(t *testing.T) {
	static := made(t, runs())
	var got struct {
		All, Wrong, Text, Family, Differ, Complete, Reason, Reset, Only []string
		Before, Sums, WrongSums                                         []string
		Shown                                                           string
		Foreign                                                         bool
		Families                                                        []string
	}
	pagetest.Driven(t, static, act+`
const r = { all: rows(), sums: sums() };
set("category", "wrong"); r.wrong = rows(); r.wrongSums = sums(); set("category", "");
set("category", "correct"); set("of", "1"); r.only = rows(); set("category", ""); set("of", "");
set("text", "FIVE"); r.text = rows(); set("text", "pwned=1</SCRIPT"); r.reason = rows(); set("text", "");
set("family", "heap"); r.family = rows(); r.shown = document.getElementById("shown").textContent; r.families = texts("#byfamily tbody tr"); set("family", "");
set("differ", true); set("complete", true); r.differ = rows(); set("differ", false); r.complete = rows();
r.foreign = window.pwned !== undefined;
return r;`, &got)
	hostile := "loops/<img src=x onerror=pwned=1>"
	for name, pair := range map[string][2][]string{
		"all":      {got.All, {"loops/one", "loops/two", "heap/three", "heap/four", "heap/five", hostile}},
		"wrong":    {got.Wrong, {"heap/three"}},
		"only b":   {got.Only, {"loops/one", "heap/four"}},
		"text":     {got.Text, {"heap/five"}},
		"reason":   {got.Reason, {hostile}},
		"family":   {got.Family, {"heap/three", "heap/four", "heap/five"}},
		"differ":   {got.Differ, {"loops/two", "heap/three", "heap/four"}},
		"complete": {got.Complete, {"loops/one", "loops/two", "heap/three", "heap/four"}},
		"sums":     {got.WrongSums, {"a 0 2 0 0 0 0 1 0 0 0 0 0.0", "b -16 2 0 0 0 1 0 0 0 0 0 0.0", "virtual best 0 2 0 0 0 0 1 0 0 0 0 0.0"}},
		"families": {got.Families, {"heap30 correct, score 01 correct, 1 wrong, score -151 correct"}},
	} {
		if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if got.Shown != "3 of 6 tasks" || got.Foreign {
		t.Errorf("%q, foreign script ran: %v", got.Shown, got.Foreign)
	}
	var want []string
	for _, s := range comparison.New([]comparison.Source{{Label: "x", Runs: runs()}}).Totals() {
		want = append(want, fmt.Sprintf("%s %d %d %d %d %d %d %d %d %d %d %d %.1f", s.Name, s.Score, s.MaxScore, s.CorrectTrue, s.CorrectFalse, s.WrongTrue, s.WrongFalse,
			s.Others(), s.Timeout, s.Memory, s.Errors, s.Unique, s.CPU))
	}
	if diff := cmp.Diff(want, got.Sums); diff != "" {
		t.Errorf("the script counts otherwise: %s", diff)
	}
}

// TestBrowserTable: sorting both ways, columns to choose.
func TestBrowserTable(t *testing.T) {
	var got struct {
		Up, Down      []string
		Sort          string
		Before, After int
		Has           bool
	}
	pagetest.Driven(t, made(t, runs()), act+`
const head = (key) => document.querySelector('#table th[data-key="' + key + '"] button');
const r = { before: document.querySelectorAll("#table thead tr:last-child th").length };
head("0 CPU s").click(); r.up = rows(); head("0 CPU s").click(); r.down = rows(); r.sort = document.querySelector("#table [aria-sort]").getAttribute("aria-sort");
for (const box of document.querySelectorAll("#columns input")) if (box.parentNode.textContent.trim() === "MB") box.click();
r.after = document.querySelectorAll("#table thead tr:last-child th").length;
r.has = texts("#table td.num").includes("11.0");
return r;`, &got)
	if up := strings.Join(got.Up, " "); !strings.HasPrefix(up, "heap/three loops/one loops/two") {
		t.Error(up)
	}
	if down := strings.Join(got.Down, " "); !strings.HasPrefix(down, "heap/four heap/five loops/two") || !strings.HasSuffix(down, "onerror=pwned=1>") {
		t.Error(down)
	}
	if got.Sort != "descending" || got.After != got.Before+2 || !got.Has {
		t.Errorf("%+v", got)
	}
}

// TestBrowserPlots: the curves and points, by pointer and by keys.
func TestBrowserPlots(t *testing.T) {
	var got struct {
		Curves, Legend                            int
		Axis                                      []string
		Dots, Crosses                             int
		First, Second, Third, Pointed, Other, End string
		Score                                     string
		Filtered                                  int
		Decades                                   []float64
	}
	pagetest.Driven(t, made(t, runs()), act+`
const r = {}, plot = () => document.querySelector("#splot svg"), info = () => document.getElementById("sinfo").textContent;
r.curves = document.querySelectorAll("#qplot .curve").length; r.legend = document.querySelectorAll("#qlegend span").length;
set("qscore", true); r.score = document.getElementById("qlegend").textContent;
const count = (name) => document.querySelector("#splot ." + name).getAttribute("d").split("M").length - 1;
r.dots = count("dots"); r.crosses = count("crosses");
r.axis = texts("#splot text");
set("smeasure", "4");
const lines = Array.from(document.querySelectorAll("#splot .grid")).filter((e) => e.getAttribute("x1") === e.getAttribute("x2")).map((e) => Number(e.getAttribute("x1")));
r.decades = lines.slice(1).map((x, i) => Math.round(x - lines[i]));
set("smeasure", "3");
const press = (k) => plot().dispatchEvent(new KeyboardEvent("keydown", { key: k, cancelable: true }));
press("ArrowRight"); r.first = info(); press("ArrowRight"); r.second = info(); press("ArrowRight"); r.third = info(); press("End"); r.end = info();
const mark = document.querySelector("#splot .mark"); press("Home");
const box = plot().getBoundingClientRect(), scale = box.width / 490;
const where = { clientX: box.left + mark.getAttribute("cx") * scale + 2, clientY: box.top + mark.getAttribute("cy") * scale - 2 };
press("End"); plot().dispatchEvent(new PointerEvent("pointermove", where)); r.pointed = info();
set("smeasure", "5"); press("Home"); r.other = info();
set("family", "heap"); r.filtered = count("dots") + count("crosses");
return r;`, &got)
	if len(got.Decades) < 2 || slices.Min(got.Decades) != slices.Max(got.Decades) {
		t.Errorf("decades of an axis are not as long as each other: %v of %v", got.Decades, got.Axis)
	}
	if got.Curves != 2 || got.Legend != 2 || got.Dots != 1 || got.Crosses != 2 || !strings.Contains(got.Score, "a: 3 pointsb: -13 points") {
		t.Errorf("%+v", got)
	}
	if !strings.HasPrefix(got.First, "loops/one (expected true). a: TRUE, 1 s; b: TRUE, 0.1 s") || !strings.HasPrefix(got.Second, "loops/two") || !strings.HasPrefix(got.Third, "heap/four") || got.End != got.Third || got.Pointed != got.First {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.Other, "a: TRUE, 11 MB") || got.Filtered != 2 { // an empty path, and the one of heap
		t.Errorf("%+v", got)
	}
}

// TestBrowserLarge: ten thousand tasks of four configurations are a page of few megabytes, of which some rows are drawn.
func TestBrowserLarge(t *testing.T) {
	var many []bench.Run
	n := effort.Count(1000, 10_000, 10_000)
	for i := range n {
		for k, name := range []string{"a", "b", "c", "d"} {
			r := run(name, fmt.Sprintf("f%d/task-%05d", i%40, i), "true", []string{"TRUE", "UNKNOWN", "TIMEOUT", "TRUE"}[(i+k)%4], float64(i%977)/10)
			r.Reason = fmt.Sprintf("the path ends at line %d", i%500)
			many = append(many, r)
		}
	}
	page := made(t, many)
	if len(page) > 4<<20 {
		t.Errorf("%d bytes", len(page))
	}
	var got struct {
		Rows, More int
		Text       string
	}
	pagetest.Driven(t, page, act+`const r = { rows: rows().length, text: document.getElementById("more").textContent }; document.getElementById("more").click(); r.more = rows().length; return r;`, &got)
	if got.Rows != 200 || got.More != 400 || got.Text != fmt.Sprintf("200 more of %d rows", n-200) {
		t.Errorf("%+v", got)
	}
}

// TestBrowserSingle: one configuration, and none of its answers is right.
func TestBrowserSingle(t *testing.T) {
	dom := pagetest.Open(t, made(t, []bench.Run{run("a", "f/x", "true", "UNKNOWN", 1)}))
	if strings.Contains(dom, `id="splot"`) || !strings.Contains(dom, "1 of 1 tasks") {
		t.Error("a scatter plot needs two")
	}
}
