package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// served starts a command and finds the address that it prints.
func served(t *testing.T, address string, args ...string) (cmd *exec.Cmd, url string) {
	t.Helper()
	cmd = exec.Command(callable(t), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	r, err := cmd.StderrPipe()
	if address == "stdout" {
		r, err = cmd.StdoutPipe()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if m := regexp.MustCompile(`campaign [0-9a-f]+: (http\S+)`).FindStringSubmatch(line); m != nil {
			go func() { _, _ = io.Copy(io.Discard, in) }()
			return cmd, m[1]
		}
		if err != nil {
			t.Fatalf("%q, and no address: %v", line, err)
		}
	}
}

// resultsOf is the number of results that a page has; -1: it does not answer.
func resultsOf(t *testing.T, url string) (total int) {
	t.Helper()
	r, err := http.Get(url + "results")
	if err != nil {
		return -1
	}
	defer r.Body.Close()
	var found struct{ Total int }
	if err := json.NewDecoder(r.Body).Decode(&found); err != nil {
		t.Fatal(err)
	}
	return found.Total
}

// TestCampaignPage: a campaign shows what it does while it runs, and what it has done afterwards.
func TestCampaignPage(t *testing.T) {
	dir := t.TempDir()
	set, out := shortTasks(t, dir, 12), filepath.Join(dir, "out")
	run, url := served(t, "stderr", "campaign", "run", "--quiet", "--output", out, "--workers", "1", "--run", "a=--engine bmc", "--timeout", "60s", "--reports", "--page", "127.0.0.1:0", set)
	for resultsOf(t, url) == 0 {
		time.Sleep(20 * time.Millisecond)
	}
	if err := run.Wait(); err != nil {
		t.Error(err)
	}
	page, url := served(t, "stdout", "campaign", "page", "--output", out)
	deadline := time.Now().Add(time.Minute)
	for resultsOf(t, url) != 12 {
		if time.Now().After(deadline) {
			t.Fatalf("%d results", resultsOf(t, url))
		}
		time.Sleep(20 * time.Millisecond)
	}
	r, err := http.Get(url + "runs/0")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil || !strings.Contains(string(text), "correct TRUE") || !strings.Contains(string(text), "--engine bmc") {
		t.Errorf("%v %s", err, text)
	}
	if r, err = http.Get(url + "runs/0/report"); err != nil {
		t.Fatal(err)
	}
	if text, err = io.ReadAll(r.Body); err != nil || !strings.Contains(string(text), "<title>") || !strings.Contains(string(text), "t0.c") {
		t.Errorf("%v %.300s", err, text)
	}
	_ = page.Process.Signal(syscall.SIGINT)
	if err := page.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}
