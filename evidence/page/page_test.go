package page_test

import (
	"bytes"
	"strings"
	"testing"

	"cupel/evidence/page"
	"cupel/tests/pagetest"
)

type data struct {
	Head page.Head
	Text string
}

func made(t *testing.T, script string) []byte {
	t.Helper()
	p := page.Parse("test", `{{template "head" .Head}}<h1 id="text">{{.Text}}</h1>{{template "foot" .Head}}`, nil)
	var b bytes.Buffer
	if err := p.Execute(&b, data{page.NewHead("<t>", "h1{color:red}", script), "<script>window.bad=1</script>"}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFrame: a page without a script allows none to run, and texts are escaped.
func TestFrame(t *testing.T) {
	plain := string(made(t, ""))
	if strings.Contains(plain, "<script") || strings.Contains(plain, "script-src") {
		t.Errorf("a page without a script lets some run: %s", plain)
	}
	for _, want := range []string{"<!DOCTYPE html>", "<title>&lt;t&gt;</title>", "default-src &#39;none&#39;", "h1{color:red}", "prefers-color-scheme:dark"} {
		if !strings.Contains(plain, want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestScript: the page's own script runs, scripts in texts do not.
func TestScript(t *testing.T) {
	var got struct{ Own, Foreign bool }
	pagetest.Driven(t, made(t, "window.own=1"), `return { own: window.own === 1, foreign: window.bad !== undefined };`, &got)
	if !got.Own || got.Foreign {
		t.Errorf("%+v", got)
	}
}

// TestPolicy: a page talks to its server only if it is live.
func TestPolicy(t *testing.T) {
	h := page.NewHead("t", "", "1")
	if p := h.Policy(); strings.Contains(p, "connect-src") || !strings.Contains(p, "script-src 'sha256-") {
		t.Error(p)
	}
	h.Live = true
	if p := h.Policy(); !strings.HasSuffix(p, "; connect-src 'self'") {
		t.Error(p)
	}
}
