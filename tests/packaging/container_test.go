package packaging

import (
	"cupel/tests/need"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestContainerfile: every file and package that it names exists, and its compiler is the version that go.mod requires. The image itself is not built
// here.
func TestContainerfile(t *testing.T) {
	data, err := os.ReadFile(root + "/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "\\\n", " ")
	for _, m := range regexp.MustCompile(`(?m)^COPY (.*)$`).FindAllStringSubmatch(text, -1) {
		words := strings.Fields(m[1])
		if strings.HasPrefix(words[0], "--from=build") {
			continue
		}
		for _, source := range words[:len(words)-1] {
			if _, err := os.Stat(filepath.Join(root, source)); err != nil {
				t.Error(err)
			}
		}
	}
	mod, err := os.ReadFile(root + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)
	if got := regexp.MustCompile(`golang:(\d+\.\d+)-bookworm`).FindStringSubmatch(text); got == nil || want == nil || got[1] != string(want[1]) {
		t.Errorf("the image has %v, go.mod wants %s", got, want)
	}
	var packages []string
	for _, m := range regexp.MustCompile(`--no-install-recommends (.*?) &&`).FindAllStringSubmatch(text, -1) {
		list := regexp.MustCompile(`\$\{HARNESS:\+([^}]*)\}`).ReplaceAllString(m[1], "$1")
		packages = append(packages, strings.Fields(list)...)
	}
	if len(packages) < 8 || !slices.Contains(packages, "libz3-dev") || !slices.Contains(packages, "cvc5") {
		t.Fatalf("packages: %v", packages)
	}
	need.Tool(t, "apt-cache")
	out, err := exec.Command("apt-cache", append([]string{"show", "--no-all-versions"}, packages...)...).CombinedOutput()
	for _, p := range packages {
		if !strings.Contains("\n"+string(out), "\nPackage: "+p+"\n") {
			t.Errorf("there is no package %s: %v", p, err)
		}
	}
}
