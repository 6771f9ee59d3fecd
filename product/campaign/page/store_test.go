package page

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/product/campaign/server"
)

// TestStored: what workers tell a server comes to the board as it comes, and the page of a run shows what is kept of it.
func TestStored(t *testing.T) {
	dir := t.TempDir()
	srv, err := server.Start(dir, server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Stop)
	nc, err := srv.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	ctx := t.Context()
	store, err := campaign.Open(ctx, nc, 1)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "t.c")
	if err := os.WriteFile(file, []byte("int main(void) {}"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := store.Submit(ctx, campaign.Submission{Binary: campaign.Hash(nil), Limits: campaign.Limits{Time: time.Second, Witness: true},
		Configs: []bench.Config{{Name: "a", Flags: []string{"--engine", "a"}}, {Name: "b", Flags: []string{"--engine", "b"}}},
		Tasks:   []bench.Task{{Name: "f/" + hostile, Family: "f", Path: file, Files: []string{file}, Expected: "true"}, {Name: "f/u", Family: "f", Path: file, Files: []string{file}, Flags: []string{"--u"}}}})
	if err != nil {
		t.Fatal(err)
	}
	reader := campaign.NewReader(store)
	plan, err := reader.Plan(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	finish := func(job int, verdict string, witness *campaign.File) {
		j, err := reader.Job(ctx, plan, job)
		if err != nil {
			t.Fatal(err)
		}
		key := plan.Key(j)
		kept := store.Keep(ctx, &campaign.Record{Key: key, Run: bench.Run{Verdict: verdict, Reason: "because " + hostile, CPU: 1.5}, Binary: plan.Binary, Worker: "w", Ended: start, Witness: witness})
		if err := errors.Join(kept[0].Err, store.Finish(ctx, c.ID, campaign.Done{Job: job, Key: key, Verdict: verdict, CPU: 1.5, Worker: "w"})[0]); err != nil {
			t.Fatal(err)
		}
	}
	finish(0, "TRUE", nil) // before somebody looks

	stored := NewStored(store, c)
	b, err := stored.Board(ctx)
	if err != nil {
		t.Fatal(err)
	}
	following, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- stored.Follow(following, b) }()
	until := func(what string, is func(p Progress) bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); !is(b.Progress(time.Now())); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %+v", what, b.Progress(time.Now()))
			}
		}
	}
	until("the first", func(p Progress) bool {
		return p.Done == 1 && p.Disagree == 0 && p.State == campaign.Running && p.Waiting == 4 && p.Rate > 0
	})
	hash, err := store.Put(ctx, []byte("a witness "+hostile))
	if err != nil {
		t.Fatal(err)
	}
	finish(1, "FALSE", &campaign.File{Path: "w", Hash: hash, Size: 9})
	if err := store.KeepCheck(ctx, c.ID, campaign.Check{Job: 1, Witness: hash, Verdict: "FALSE", Answer: campaign.Rejected, Reason: hostile}); err != nil {
		t.Fatal(err)
	}
	j, _ := reader.Job(ctx, plan, 2)
	if err := errors.Join(store.NoteAttempt(ctx, c.ID, 2, campaign.Attempt{Number: 1, Worker: "w", Reason: "no such luck"}),
		store.Finish(ctx, c.ID, campaign.Done{Job: 2, Key: plan.Key(j), Verdict: "ERROR", Failure: "given up"})[0]); err != nil {
		t.Fatal(err)
	}
	if err := store.Announce(ctx, campaign.Presence{Name: "w"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Set(ctx, c.ID, campaign.Paused); err != nil {
		t.Fatal(err)
	}
	until("all", func(p Progress) bool {
		return p.Done == 3 && p.Disagree == 1 && p.Wrong == 1 && p.Rejected == 1 && p.State == campaign.Paused && p.Workers == 1 && p.By[givenUp] == 1 && p.End == 0
	})
	h := Handler(b, stored)
	for target, want := range map[string][]string{
		"/runs/0":         {"contradict each other", "because &lt;script&gt;", "1.50 s", "2026-01-02T03:04:05Z"},
		"/runs/1":         {"contradicts the expected one", "a witness &lt;script&gt;"},
		"/runs/1/witness": {"a witness <script>"},
		"/runs/2":         {"no such luck", "given up"},
		"/runs/3":         {"not done"},
		"/overview":       {`"rejected":[{"job":1`},
	} {
		body := get(t, h, target).Body.String()
		for _, w := range want {
			if !strings.Contains(body, w) {
				t.Errorf("%s has no %s: %s", target, w, body)
			}
		}
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
