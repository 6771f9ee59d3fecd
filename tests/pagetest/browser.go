package pagetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"cupel/tests/need"
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
)

// browser finds a Chromium.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	need.Missing(t, "chromium")
	return ""
}

// Open loads a page and returns its document after scripts have run. Messages on its console are errors.
func Open(t *testing.T, page []byte) string {
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

// Driven adds a script to a page that acts as its reader; what it returns is the result.
func Driven(t *testing.T, page []byte, script string, result any) {
	t.Helper()
	script = `{ const texts = (selector) => Array.from(document.querySelectorAll(selector), (e) => e.textContent);
const key = (k) => document.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
const click = (id) => document.getElementById(id).click();
const r = (function () {` + script + `})();
const pre = document.createElement("pre"); pre.id = "result"; pre.textContent = JSON.stringify(r); document.body.appendChild(pre); }`
	sum := sha256.Sum256([]byte(script))
	text := strings.Replace(string(page), "script-src ", "script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"' ", 1)
	text = strings.Replace(text, "</body>", "<script>"+script+"</script></body>", 1)
	m := regexp.MustCompile(`(?s)<pre id="result">(.*?)</pre>`).FindStringSubmatch(Open(t, []byte(text)))
	if m == nil {
		t.Fatal("the script has no result")
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), result); err != nil {
		t.Fatal(err)
	}
}
