package report_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/report"
	"cupel/verifier"
)

// browser finds a Chromium.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium is installed: pages are not looked at in a browser (apt-get install chromium)")
	return ""
}

// open loads a page and returns its document after scripts have run. Messages on its console are errors.
func open(t *testing.T, page []byte) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, browser(t), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--enable-logging=stderr", "--window-size=390,800", "--virtual-time-budget=2000", "--dump-dom", "file://"+file)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	for _, line := range strings.Split(errs.String(), "\n") {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("on the console: %s", line)
		}
	}
	return out.String()
}

// driven adds a script to a page that acts as its reader; what it returns is the result.
func driven(t *testing.T, page []byte, script string, result any) {
	t.Helper()
	script = `{ const texts = (selector) => Array.from(document.querySelectorAll(selector), (e) => e.textContent);
const key = (k) => document.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
const click = (id) => document.getElementById(id).click();
const r = (function () {` + script + `})();
const pre = document.createElement("pre"); pre.id = "result"; pre.textContent = JSON.stringify(r); document.body.appendChild(pre); }`
	sum := sha256.Sum256([]byte(script))
	text := strings.Replace(string(page), "script-src ", "script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"' ", 1)
	text = strings.Replace(text, "</body>", "<script>"+script+"</script></body>", 1)
	m := regexp.MustCompile(`(?s)<pre id="result">(.*?)</pre>`).FindStringSubmatch(open(t, []byte(text)))
	if m == nil {
		t.Fatal("the script has no result")
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), result); err != nil {
		t.Fatal(err)
	}
}

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
	}
	driven(t, page, `
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

// TestBrowserTrue and TestBrowserUnknown: there is nothing to step through, and nothing complains.
func TestBrowserTrue(t *testing.T) {
	page := made(t, "testdata/safe.c", "TRUE", func(c *verifier.Config) { c.Engine, c.NoRun, c.Invariants = "cegar", true, "none" })
	dom := open(t, page)
	for _, want := range []string{`id="verdict">TRUE<`, "always here:", "abstract reachability graph", "function main"} {
		if !strings.Contains(dom, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(dom, `id="slider"`) {
		t.Error("there is an execution")
	}
}

func TestBrowserUnknown(t *testing.T) {
	page := made(t, "testdata/unknown.c", "UNKNOWN", nil)
	var open struct{ Before, After bool }
	driven(t, page, `key("ArrowRight"); const d = document.querySelector("details"), before = d.open; window.dispatchEvent(new Event("beforeprint")); return { before: before, after: d.open };`, &open)
	if open.Before || !open.After {
		t.Errorf("printing does not open what is closed: %+v", open)
	}
}
