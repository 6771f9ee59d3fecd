package solc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
)

// Known are the versions that Install installs when none is named: the last of
// each line of the language.
var Known = []Version{{0, 4, 26}, {0, 5, 17}, {0, 6, 12}, {0, 7, 6}, {0, 8, 28}}

// A Compiler is a compiler that was found.
type Compiler struct {
	Version Version
	Node    string // the program node, with Package; "" for a native compiler
	Package string // directory of the npm package
	Native  string // path of a native compiler
}

func (c *Compiler) String() string {
	if c.Native != "" {
		return c.Native + " " + c.Version.String()
	}
	return "solc " + c.Version.String()
}

// Choice is the choice of a compiler by the user or a project; usually empty.
type Choice struct {
	Path    string // a native compiler, or the directory of an npm package solc
	Version string // exact
	// Among are the versions of which one is chosen by the pragmas, as a project lists them; none: any.
	Among []Version
	// Why is the setting of a project that made the choice, as file:line:column: text; "": the user.
	Why string
}

// Missing is a compiler that is not installed.
type Missing struct {
	Version Version
	Reason  string
}

func (e *Missing) Error() string {
	have := "none is installed"
	if names := Installed(); len(names) > 0 {
		have = "installed are " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s; %s; install it with cupel solidity install %s (needs Node.js 18 or later: apt-get install nodejs npm), or name a native compiler with --solc PATH", e.Reason, have, e.Version)
}

// Cache is the directory where the packages are installed, one directory per version.
func Cache() (string, error) {
	dir := os.Getenv("XDG_CACHE_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".cache")
	}
	return filepath.Join(dir, "cupel", "solc"), nil
}

// Find finds a compiler that all pragmas admit, the latest one.
func Find(ctx context.Context, choice Choice, pragmas []Pragma) (*Compiler, error) {
	if choice.Path != "" {
		c, err := at(ctx, choice.Path)
		if err == nil && choice.Version != "" && c.Version.String() != choice.Version {
			err = fmt.Errorf("%s is version %s, not %s", choice.Path, c.Version, choice.Version)
		}
		return c, err
	}
	admitted := func(v Version) bool {
		if len(choice.Among) > 0 && !slices.Contains(choice.Among, v) {
			return false
		}
		for _, p := range pragmas {
			if !p.Range.Contains(v) {
				return false
			}
		}
		return true
	}
	var want *Version
	if choice.Version != "" {
		v, err := ParseVersion(choice.Version)
		if err != nil {
			return nil, err
		}
		want = &v
		admitted = func(w Version) bool { return v == w }
	}
	installed, err := installed()
	if err != nil {
		return nil, err
	}
	var candidates []*Compiler
	for _, c := range installed {
		if admitted(c.Version) {
			candidates = append(candidates, c)
		}
	}
	if path, err := exec.LookPath("solc"); err == nil {
		if c, err := at(ctx, path); err == nil && admitted(c.Version) {
			candidates = append(candidates, c)
		}
	}
	sort.SliceStable(candidates, func(i, j int) bool { return candidates[j].Version.Less(candidates[i].Version) })
	for _, c := range candidates {
		if c.Native != "" {
			return c, nil
		}
		node, err := exec.LookPath("node")
		if err != nil {
			continue
		}
		c.Node = node
		return c, nil
	}
	v, ok := Version{}, false
	if want != nil {
		v, ok = *want, true
	}
	for _, k := range append(slices.Clone(Known), choice.Among...) {
		if want == nil && admitted(k) && (!ok || v.Less(k)) {
			v, ok = k, true
		}
	}
	reason := "no installed Solidity compiler satisfies it"
	switch {
	case !ok && choice.Why != "":
		return nil, fmt.Errorf("%s: no version that this lists satisfies all version pragmas; list another one, or name one with --solc-version", choice.Why)
	case !ok:
		return nil, errNone
	case len(candidates) > 0:
		reason = "the Solidity compiler is installed, but node, which runs it, is not found"
	case choice.Why != "":
		reason = "this version of the Solidity compiler is not installed"
	case len(pragmas) == 0:
		reason = "this version of the Solidity compiler is not installed"
		if want == nil {
			reason = "no Solidity compiler is installed"
		}
	}
	if choice.Why != "" {
		reason = choice.Why + ": " + reason
	}
	return nil, &Missing{Version: v, Reason: reason}
}

// installed lists the packages in the cache, and the native compilers that other tools have installed.
func installed() ([]*Compiler, error) {
	dir, err := Cache()
	if err != nil {
		return nil, err
	}
	cs, err := versions(dir, func(v Version, at string) *Compiler {
		pkg := filepath.Join(at, nodeModules, "solc")
		if _, err := os.Stat(filepath.Join(pkg, "package.json")); err != nil {
			return nil
		}
		return &Compiler{Version: v, Package: pkg}
	})
	if err != nil {
		return nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return cs, nil
	}
	for _, dir := range []string{filepath.Join(home, ".svm"), filepath.Join(home, ".local", "share", "svm")} { // Foundry's
		more, err := versions(dir, func(v Version, at string) *Compiler {
			file := filepath.Join(at, "solc-"+v.String())
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Mode()&0o100 == 0 {
				return nil
			}
			return &Compiler{Version: v, Native: file}
		})
		if err == nil {
			cs = append(cs, more...)
		}
	}
	return cs, nil
}

// versions lists the compilers in a directory that has one for each version.
func versions(dir string, at func(v Version, path string) *Compiler) (cs []*Compiler, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		v, err := ParseVersion(e.Name())
		if err != nil || v.String() != e.Name() {
			continue
		}
		if c := at(v, filepath.Join(dir, e.Name())); c != nil {
			cs = append(cs, c)
		}
	}
	sort.Slice(cs, func(i, j int) bool { return cs[i].Version.Less(cs[j].Version) })
	return cs, nil
}

// Installed are the versions that are installed; results of a choice among them depend on it.
func Installed() (names []string) {
	cs, err := installed()
	if err != nil {
		return nil
	}
	for _, c := range cs {
		if n := c.Version.String(); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

var (
	nativeVersion  = regexp.MustCompile(`Version: (\S+)`)
	packageVersion = regexp.MustCompile(`"version"\s*:\s*"([^"]+)"`)
)

// at is the compiler at a path.
func at(ctx context.Context, path string) (*Compiler, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the Solidity compiler: %w", err)
	}
	if info.IsDir() {
		for _, dir := range []string{path, filepath.Join(path, "node_modules", "solc")} {
			text, err := os.ReadFile(filepath.Join(dir, "package.json"))
			if err != nil {
				continue
			}
			m := packageVersion.FindSubmatch(text)
			if m == nil || !strings.Contains(string(text), `"solc"`) {
				continue
			}
			v, err := ParseVersion(string(m[1]))
			if err != nil {
				return nil, err
			}
			node, err := exec.LookPath("node")
			if err != nil {
				return nil, &Missing{Version: v, Reason: "node, which runs " + dir + ", is not found"}
			}
			abs, err := filepath.Abs(dir)
			return &Compiler{Version: v, Node: node, Package: abs}, err
		}
		return nil, fmt.Errorf("%s is no npm package solc", path)
	}
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	out, err := run(ctx, []string{path, "--version"}, nil)
	if err != nil {
		return nil, err
	}
	m := nativeVersion.FindSubmatch(out)
	if m == nil {
		return nil, fmt.Errorf("%s does not say its version", path)
	}
	v, err := ParseVersion(string(m[1]))
	return &Compiler{Version: v, Native: path}, err
}

// memoryWatched reports whether the memory of a process can be measured.
const memoryWatched = runtime.GOOS == "linux"
