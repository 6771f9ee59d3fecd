package page

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/tests/pagetest"
)

// large is a board of 10^5 runs: 25,000 tasks in 40 families, four configurations.
func large() *Board {
	var tasks []bench.Task
	for i := range 25_000 {
		family := fmt.Sprintf("family-%02d", i%40)
		t := bench.Task{Name: fmt.Sprintf("%s/task-%05d", family, i), Family: family, Expected: []string{"true", "false"}[i%2]}
		if i == 17 {
			t.Name = family + "/" + hostile
		}
		tasks = append(tasks, t)
	}
	return made(1, []string{"auto", "symex", "kinduction", "<b>bmc</b>"}, tasks...)
}

// verdict is that of a job of the large board: 20 tasks with disagreements, one more verdict that is wrong, the others right or open.
func verdict(job int) string {
	i, config := job/4, job%4
	right := []string{"TRUE", "FALSE"}[i%2]
	switch {
	case i%1250 == 17 && config == 1: // 20 of these tasks; all of an odd number, so that FALSE is right
		return "TRUE"
	case i == 400 && config == 3:
		return "FALSE"
	case i == 400:
		return "UNKNOWN"
	case (i+config)%5 == 0:
		return "TIMEOUT"
	case (i+config)%7 == 0:
		return "UNKNOWN"
	}
	return right
}

// TestBrowser: 10^5 results arrive while the page is open. The reader searches and turns pages all the while, what is shown in the end is what the board
// has counted, and the page holds few nodes and receives few and small events. There is nothing on the console.
func TestBrowser(t *testing.T) {
	b := large()
	state := campaign.Progress{Campaign: campaign.Campaign{State: campaign.Running}, Leased: 8, Waiting: 100, Workers: []campaign.Presence{{Name: "w1", Host: "host", Done: 3, Jobs: []string{hostile}}}}
	b.SetState(&state)
	s := httptest.NewServer(Handler(b, kept{everything(), "<title>A report</title><script>window.pwned=1</script>"}))
	t.Cleanup(s.Close)
	tab := pagetest.Load(t, s.URL+"/", 1200, 900)
	tab.Do(`await until(() => byId("done").textContent.includes("100,000")); await until(() => texts("#cells tbody tr").length === 164);`, nil)
	begin := tab.Nodes()

	const parts = 20
	arrive := func(part int) {
		for job := part * b.plan.Jobs() / parts; job < (part+1)*b.plan.Jobs()/parts; job++ {
			b.Add(campaign.Done{Job: job, Verdict: verdict(job), CPU: 1, Wall: 2, MemoryMB: 50, Ended: start.Add(time.Duration(part) * time.Second)})
		}
	}
	for part := range parts / 2 {
		arrive(part)
	}
	arrived := make(chan bool)
	go func() {
		defer close(arrived)
		for part := parts / 2; part < parts; part++ {
			arrive(part)
			time.Sleep(100 * time.Millisecond)
		}
	}()
	// The reader is at work while results arrive.
	var during struct{ First, Second, Text, Family []string }
	tab.Do(`
const rows = () => texts("#results tbody th");
await until(() => rows().length === 100);
const r = { first: rows().slice(0, 1) };
byId("next").click(); await until(() => byId("shown").textContent.startsWith("101 ")); r.second = rows().slice(0, 1);
set("text", "TASK-00042"); await until(() => byId("shown").textContent === "1 to 4 of 4"); r.text = rows();
set("text", ""); set("show", "wrong"); await until(() => byId("shown").textContent.includes("of") && rows()[0].includes("family-17"));
byId("filters").reset();
Array.from(document.querySelectorAll("#cells button")).find((b) => b.textContent === "family-05").click();
await until(() => rows().every((n) => n.startsWith("family-05/"))); r.family = rows().slice(0, 1);
return r;`, &during)
	if diff := cmp.Diff([]string{"family-00/task-00000"}, during.First); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"family-25/task-00025"}, during.Second); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(strings.Split(strings.Repeat("family-02/task-00042 ", 4), " ")[:4], during.Text); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"family-05/task-00005"}, during.Family); diff != "" {
		t.Error(diff)
	}
	<-arrived

	var end struct {
		Done, State, Percent, Title, Disagree, Wrong string
		First                                        []string
		All                                          []string
		DisagreeRows, WrongRows, Cells, Results      int
		Headers                                      bool
		Pwned                                        bool
		Focus                                        string
		Red                                          string
	}
	tab.Do(`
await until(() => byId("percent").textContent === "100.0 %" && texts("#cells tbody tr")[0].includes("25,00025,000"));
const r = { done: byId("done").textContent, state: byId("state").textContent, percent: byId("percent").textContent, title: document.title };
r.disagree = byId("n-disagree").textContent; r.wrong = byId("n-wrong").textContent;
r.disagreeRows = texts("#disagree tbody tr").length; r.wrongRows = texts("#wrong tbody tr").length; r.cells = texts("#cells tbody tr").length; r.results = texts("#results tbody tr").length;
r.first = Array.from(document.querySelectorAll("#disagree tbody tr:nth-child(2) > *"), (e) => e.textContent);
r.all = Array.from(document.querySelectorAll("#cells tbody tr:nth-child(2) > *"), (e) => e.textContent);
r.headers = Array.from(document.querySelectorAll("table")).every((x) => x.querySelectorAll("thead th[scope=col]").length > 0 && Array.from(x.tBodies[0].rows).every((row) => row.cells[0].scope === "row"));
r.pwned = window.pwned !== undefined;
r.red = getComputedStyle(document.querySelector("#disagree tbody tr")).backgroundColor;
return r;`, &end)
	p := b.Progress(time.Now())
	if end.Done != "100,000 of 100,000 runs" || end.State != "done" || end.Title != "✗ 41 · 100.0 % · Campaign c0ffee" || end.Disagree != "✗ 20" || end.Wrong != "✗ 21" || p.Disagree != 20 || p.Wrong != 21 {
		t.Errorf("%+v\n%+v", end, p)
	}
	if diff := cmp.Diff([]string{"family-27/task-01267", "false", "symex", "kinduction"}, end.First); diff != "" {
		t.Error(diff)
	}
	if end.DisagreeRows != 20 || end.WrongRows != 21 || end.Cells != 164 || end.Results != 100 || !end.Headers || end.Pwned || end.Red == "rgba(0, 0, 0, 0)" {
		t.Errorf("%+v", end)
	}
	tab.Picture("campaign-light.png")

	// Work of the browser: nodes it holds, events it has received.
	if n := tab.Nodes(); n > begin+4000 || n > 15_000 {
		t.Errorf("%d nodes, %d in the beginning", n, begin)
	}
	events := tab.Events()
	longest := 0
	for _, e := range events {
		longest = max(longest, len(e))
	}
	t.Logf("%d nodes in the beginning, %d in the end; %d events of at most %d bytes", begin, tab.Nodes(), len(events), longest)
	if longest > 1000 || len(events) == 0 {
		t.Errorf("%d events, of at most %d bytes", len(events), longest)
	}

	// The keyboard: what has the focus keeps it when rows change.
	tab.Do(`document.querySelector("#disagree tbody a").focus();`, nil)
	b.SetState(&state)
	var focus string
	tab.Do(`const n = performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/overview")).length;
await until(() => performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/overview")).length > n);
await new Promise((done) => setTimeout(done, 50));
return document.activeElement.getAttribute("href");`, &focus)
	if focus != fmt.Sprint("runs/", 17*4+1) {
		t.Errorf("the focus is on %s", focus)
	}
	tab.Press("\r")
	var report struct {
		Title, Text string
		Pwned       bool
	}
	tab.Await(`await until(() => location.pathname === "/runs/69" && document.readyState === "complete"); return { title: document.title, text: document.body.innerText, pwned: window.pwned !== undefined };`, &report)
	if report.Pwned || !strings.Contains(report.Text, "contradict each other") || !strings.Contains(report.Text, "<script>window.pwned=1") || !strings.Contains(report.Text, "<b>bmc</b>") {
		t.Errorf("%+v", report)
	}
	tab.Dark()
	tab.Picture("run-dark.png")

	// A report from a worker runs its scripts apart: it reads nothing of the page, and asks the server for nothing.
	var apart struct {
		Origin, Ready string
		Ran           bool
	}
	tab.Do(`location.href = "/runs/69/report";`, nil)
	for apart.Ready != "complete" || apart.Origin == s.URL {
		tab.Await(`return { origin: self.origin, ready: document.readyState, ran: window.pwned === 1 };`, &apart)
	}
	if apart.Origin != "null" || !apart.Ran {
		t.Errorf("%+v", apart)
	}
}

// TestBrowserPhone: on a narrow screen in dark colours nothing is wider than the screen but tables, which scroll, and the page says when it is cut off.
func TestBrowserPhone(t *testing.T) {
	b := large()
	for job := range 2000 {
		b.Add(campaign.Done{Job: job, Verdict: verdict(job), CPU: 1, Wall: 2, MemoryMB: 50, Ended: time.Now()})
	}
	b.SetState(&campaign.Progress{Campaign: campaign.Campaign{State: campaign.Running}, Conflicts: []campaign.Conflict{{Key: "k", Kept: "TRUE", Refused: "FALSE", Keeper: "w", Second: hostile}}})
	s := httptest.NewServer(Handler(b, kept{}))
	t.Cleanup(s.Close)
	tab := pagetest.Load(t, s.URL+"/", 500, 900)
	tab.Dark()
	var got struct {
		Wide      []string
		Conflicts string
		End       string
		Back      string
	}
	tab.Do(`await until(() => texts("#results tbody tr").length === 100 && texts("#conflicts tbody tr").length === 1);
const r = { conflicts: byId("n-conflicts").textContent, end: byId("end").textContent, back: getComputedStyle(document.body).backgroundColor, wide: [] };
for (const e of document.querySelectorAll("body *")) if (!e.closest(".scroll table") && e.getBoundingClientRect().right > innerWidth + 1) r.wide.push(e.tagName + "#" + e.id);
return r;`, &got)
	if len(got.Wide) > 0 || got.Conflicts != "✗ 1" || !strings.Contains(got.End, "(in ") || got.Back == "rgb(255, 255, 255)" {
		t.Errorf("%+v", got)
	}
	tab.Picture("campaign-dark-narrow.png")
}
