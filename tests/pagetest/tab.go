package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Tab is a page of a server, which lives as long as the test.
type Tab struct {
	t   *testing.T
	ctx context.Context

	mu      sync.Mutex
	console []string
	events  []string
}

// tabTime is the time after which a test of a page has failed.
const tabTime = 5 * time.Minute

// Load opens the page of an address in a window of a size. Messages on its console, exceptions, failed requests and violations of its policy are
// errors at the end of the test.
func Load(t *testing.T, address string, width, height int) *Tab {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(browser(t)), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(filepath.Join(t.TempDir(), "profile")), chromedp.WindowSize(width, height))
	ctx, stop := context.WithTimeout(context.Background(), tabTime)
	t.Cleanup(stop)
	ctx, end := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(end)
	tab := &Tab{t: t}
	ctx, closed := chromedp.NewContext(ctx, chromedp.WithListener(tab.hear))
	tab.ctx = ctx
	t.Cleanup(func() {
		closed()
		tab.mu.Lock()
		defer tab.mu.Unlock()
		for _, m := range tab.console {
			t.Errorf("on the console: %s", m)
		}
	})
	tab.do(command(network.Enable, network.EnableParams{}), chromedp.Navigate(address))
	return tab
}

// command is an action without a result.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

func (tab *Tab) hear(event any) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		for _, a := range e.Args {
			tab.console = append(tab.console, fmt.Sprintf("%s: %s%s", e.Type, a.Value, a.Description))
		}
	case *runtime.EventExceptionThrown:
		tab.console = append(tab.console, (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *log.EventEntryAdded:
		tab.console = append(tab.console, fmt.Sprintf("%s: %s (%s)", e.Entry.Level, e.Entry.Text, e.Entry.URL))
	case *network.EventEventSourceMessageReceived:
		tab.events = append(tab.events, e.Data)
	}
}

func (tab *Tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	if err := chromedp.Do(tab.ctx, steps...); err != nil {
		tab.t.Fatal(err)
	}
}

// acting is what scripts of tests may use.
const acting = `
const byId = (id) => document.getElementById(id), texts = (selector) => Array.from(document.querySelectorAll(selector), (e) => e.textContent);
const until = async (is) => { while (!is()) await new Promise((done) => setTimeout(done, 20)); };
const set = (id, value) => { byId(id).value = value; byId(id).dispatchEvent(new Event("input", { bubbles: true })); };
`

// Do acts as the page's reader: it runs a script, the body of an asynchronous function, and reads what it returns; nil: nothing.
func (tab *Tab) Do(script string, result any) {
	tab.t.Helper()
	text, err := tab.evaluate(script)
	tab.evaluated(text, err, result)
}

// Await is Do with a script that only reads, and is run again where another page comes meanwhile.
func (tab *Tab) Await(script string, result any) {
	tab.t.Helper()
	text, err := tab.evaluate(script)
	for err != nil && tab.ctx.Err() == nil && strings.Contains(err.Error(), "navigated") {
		text, err = tab.evaluate(script)
	}
	tab.evaluated(text, err, result)
}

func (tab *Tab) evaluate(script string) (string, error) {
	return chromedp.Run(tab.ctx, chromedp.Evaluate[string]("(async function () {"+acting+script+"})().then((r) => JSON.stringify(r === undefined ? null : r))", chromedp.EvalAwaitPromise))
}

func (tab *Tab) evaluated(text string, err error, result any) {
	tab.t.Helper()
	if err != nil {
		tab.t.Fatal(err)
	}
	if result != nil {
		if err := json.Unmarshal([]byte(text), result); err != nil {
			tab.t.Fatal(err)
		}
	}
}

// Press presses keys, as on a keyboard.
func (tab *Tab) Press(keys string) {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent(keys))
}

// Dark changes the colours that the reader prefers.
func (tab *Tab) Dark() {
	tab.t.Helper()
	tab.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))
}

// Events are the server-sent events that have come so far.
func (tab *Tab) Events() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.events)
}

// Nodes is the number of nodes that the page keeps.
func (tab *Tab) Nodes() int {
	tab.t.Helper()
	tab.do(command(heapprofiler.CollectGarbage, cdp.Empty{}))
	counters, err := chromedp.Call(tab.ctx, memory.GetDOMCounters, cdp.Empty{})
	if err != nil {
		tab.t.Fatal(err)
	}
	return int(counters.Nodes)
}

// Picture keeps a picture of the whole page among the artifacts of the test (go test -artifacts).
func (tab *Tab) Picture(name string) {
	tab.t.Helper()
	png, err := chromedp.Run(tab.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(tab.t.ArtifactDir(), name), png, 0o644)
	}
	if err != nil {
		tab.t.Fatal(err)
	}
}
