package solidity

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cupel/product/solidity/solc"
	"cupel/product/solidity/trace"
)

// machine executes contracts in an EVM: testdata/evm/run.js, run by node with what scripts/evm-setup.sh installs.
type machine struct{ node, modules string }

// evmFor finds the EVM; without it the test is skipped, in continuous integration, too, where Node.js may be older than it needs.
func evmFor(t *testing.T) machine {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	cache, err := solc.Cache()
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(filepath.Dir(cache), "evm", "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "ethers")); err != nil {
		t.Skip("no EVM of scripts/evm-setup.sh")
	}
	if version, err := exec.Command(node, "--version").Output(); err != nil || !atLeast20(string(version)) {
		t.Skip("node is older than version 20")
	}
	return machine{node, modules}
}

func atLeast20(version string) bool {
	major, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= 20
}

// A job is what run.js reads: contracts, and sequences of transactions.
type job struct {
	Sources map[string]string `json:"sources"`
	ViaIR   bool              `json:"viaIR"`
	Runs    []run             `json:"runs"`
}

type run struct {
	Contract     string              `json:"contract"`
	Transactions []trace.Transaction `json:"transactions"`
	// Continue goes on behind a transaction that fails.
	Continue bool `json:"continue,omitempty"`
}

// outcome is what run.js says of a job.
type outcome struct {
	Error string `json:"error"` // of the compiler
	Runs  []struct {
		Unsupported string `json:"unsupported"`
		Steps       []step `json:"steps"`
	} `json:"runs"`
}

// step is the end of a transaction.
type step struct {
	OK      bool            `json:"ok"`
	Panic   int             `json:"panic"` // code of a panic
	Revert  string          `json:"revert"`
	Error   string          `json:"error"`
	Returns json.RawMessage `json:"returns"`
	Differs []string        `json:"differs"` // state variables with other values than a trace shows
	Inside  *step           `json:"inside"`  // a call back that failed
}

// execute runs jobs, in one process.
func (m machine) execute(t *testing.T, c *solc.Compiler, jobs []job) []outcome {
	t.Helper()
	if c.Package == "" {
		t.Fatalf("%s is no npm package", c)
	}
	var in bytes.Buffer
	e := json.NewEncoder(&in)
	if err := e.Encode(map[string]string{"solc": c.Package, "modules": m.modules}); err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		if err := e.Encode(j); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), m.node, "testdata/evm/run.js")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	outs := make([]outcome, len(jobs))
	d := json.NewDecoder(bytes.NewReader(out))
	for i := range outs {
		if err := d.Decode(&outs[i]); err != nil {
			t.Fatalf("the EVM answers %d of %d jobs: %v", i, len(jobs), err)
		}
	}
	return outs
}

// panics are the codes with which checks fail.
var panics = []struct {
	text string
	code int
}{{"Assertion might not hold", 0x01}, {"Arithmetic", 0x11}, {"Division by zero", 0x12}, {"Index may be out of bounds", 0x32}, {"of an empty array", 0x31}}

// notShown are the errors that rest on what transactions do not show.
var notShown = map[string]string{
	"testdata/delegate.sol:33:9":   "what delegated code does",
	"testdata/delegate.sol:37:9":   "what delegated code does",
	"testdata/ether.sol:14:9":      "the balance of another account",
	"testdata/machine.sol:33:9":    "that the account that pays for the transaction runs code",
	"testdata/passing.sol:55:9":    "that the account that pays for the transaction runs code",
	"testdata/selectors.sol:70:9":  "the data of the call",
	"testdata/selectors.sol:75:27": "the data of the call",
}

// claimed is an error of a report with its transactions.
type claimed struct {
	where, text string
	run         run
	check       bool
	job         int
}

// replays collects the transactions of reports and executes them.
type replays struct {
	jobs  []job
	shown []claimed
}

// add takes the transactions of a report about a file.
func (r *replays) add(t *testing.T, file string, rep *Report, viaIR string) {
	if rep.Arithmetic != "checked" {
		return // the machine's is another one
	}
	of := map[bool]int{}
	for _, f := range rep.Functions {
		for _, e := range f.Errors {
			both := e.TraceIR == nil && viaIR == ""
			for _, x := range []struct {
				t  *trace.Trace
				ir bool
				is bool
			}{{e.Trace, false, viaIR != "yes"}, {e.Trace, true, viaIR == "yes" || both}, {e.TraceIR, true, viaIR == ""}} {
				if x.t == nil || !x.is || x.ir && strings.Contains(e.Text, "only without viaIR") {
					continue
				}
				if _, ok := of[x.ir]; !ok {
					of[x.ir] = len(r.jobs)
					r.jobs = append(r.jobs, job{Sources: map[string]string{filepath.Base(file): read(t, file)}, ViaIR: x.ir})
				}
				contract, _, _ := strings.Cut(f.Name, "::")
				s := claimed{where: e.Where, text: f.Name + ": " + e.Text, run: run{Contract: contract, Transactions: x.t.Transactions}, check: e.check, job: of[x.ir]}
				r.shown = append(r.shown, s)
				r.jobs[s.job].Runs = append(r.jobs[s.job].Runs, s.run)
			}
		}
	}
}

// confirm executes all: each check fails as it says, and each other transaction ends with the state that is shown.
func (r *replays) confirm(t *testing.T, m machine, c *solc.Compiler) {
	outs := m.execute(t, c, r.jobs)
	next := make([]int, len(r.jobs))
	confirmed, unsupported := 0, 0
	for _, s := range r.shown {
		o := outs[s.job]
		k := next[s.job]
		next[s.job]++
		why := notShown[s.where]
		if strings.Contains(o.Error, "only supported by the IR pipeline") {
			why = "the code generator refuses the contracts"
		}
		if why != "" {
			t.Logf("%s: %s: not executed: %s", s.where, s.text, why)
			unsupported++
			continue
		}
		if o.Error != "" {
			if k == 0 {
				t.Errorf("%s: viaIR %t: %s", s.where, r.jobs[s.job].ViaIR, o.Error)
			}
			continue
		}
		if why := o.Runs[k].Unsupported; why != "" {
			t.Logf("%s: %s: not executed: %s", s.where, s.text, why)
			unsupported++
			continue
		}
		if why := s.refuted(o.Runs[k].Steps); why != "" {
			text, _ := json.Marshal(s.run)
			t.Errorf("%s: viaIR %t: %s: in the EVM %s\n%s", s.where, r.jobs[s.job].ViaIR, s.text, why, text)
			continue
		}
		confirmed++
	}
	t.Logf("%d executions confirmed, %d not executed", confirmed, unsupported)
}

// refuted says how an execution differs from what is shown; "": it does not.
func (s *claimed) refuted(steps []step) string {
	for i, x := range steps {
		if len(x.Differs) > 0 {
			return fmt.Sprintf("after transaction %d %s", i+1, strings.Join(x.Differs, ", "))
		}
	}
	last, n := steps[len(steps)-1], len(s.run.Transactions)
	if len(steps) < n {
		return fmt.Sprintf("transaction %d of %d fails: %s, panic %#x, data %s", len(steps), n, last.Error, last.Panic, last.Revert)
	}
	if strings.Contains(s.text, "before external call") {
		return "" // what is behind the call does not matter
	}
	if !s.check {
		if !last.OK {
			return fmt.Sprintf("the last transaction fails: %s, panic %#x", last.Error, last.Panic)
		}
		return ""
	}
	for last.Inside != nil {
		last = *last.Inside
	}
	i := slices.IndexFunc(panics, func(p struct {
		text string
		code int
	}) bool {
		return strings.Contains(s.text, p.text)
	})
	if i < 0 { // a clause of a standard: of what holds where the function ends
		if !last.OK {
			return fmt.Sprintf("the last transaction fails: %s, panic %#x", last.Error, last.Panic)
		}
		return ""
	}
	if last.Panic != panics[i].code {
		return fmt.Sprintf("the last transaction ends with success %t, panic %#x, data %s", last.OK, last.Panic, last.Revert)
	}
	return ""
}
