package solidity

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// packages is the directory of the packages that scripts/solidity-standards.sh downloads; without it the tests have nothing to do.
func packages(t *testing.T) string {
	dir := os.Getenv("CUPEL_PACKAGES")
	if dir == "" {
		t.Skip("CUPEL_PACKAGES is not set: scripts/solidity-standards.sh downloads the packages and runs this test")
	}
	return dir
}

// edit replaces a text, the first one behind another one, in a file of a package.
type edit struct{ file, behind, old, new string }

// loadPackaged compiles one of the contracts in testdata/packages, with a file of a package edited.
func loadPackaged(ctx context.Context, dir, name string, e *edit) (*ast.Program, error) {
	in, pragmas, err := solc.Gather([]string{"testdata/packages/" + name + ".sol"}, solc.Imports{Include: []string{dir}})
	if err != nil {
		return nil, err
	}
	if e != nil {
		text := in.Sources[e.file]
		at := strings.Index(text, e.behind)
		if at < 0 || !strings.Contains(text[at:], e.old) {
			return nil, fmt.Errorf("%s: %q is not there; the package is another version", e.file, e.old)
		}
		in.Sources[e.file] = text[:at] + strings.Replace(text[at:], e.old, e.new, 1)
	}
	c, err := solc.Find(ctx, solc.Choice{}, pragmas)
	if err != nil {
		return nil, err
	}
	outs, err := c.Compile(ctx, in)
	if err != nil {
		return nil, err
	}
	return decode(outs[0])
}

func verifyPackaged(t *testing.T, dir, name string, e *edit, o Options) *Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), packageLimit)
	defer cancel()
	p, err := loadPackaged(ctx, dir, name, e)
	if err != nil {
		t.Fatal(err)
	}
	o.Engines, o.Transactions = Engines(), true
	o.VC = vc.Options{Work: 2_000_000, Timeout: lastResort, Jobs: 1}
	tr, err := Translate(p, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tr.Verify(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// packageLimit bounds a contract.
const packageLimit = time.Hour

// TestPackages verifies contracts of packages by standards and by all checks. No clause is violated; checks are, where a call with too
// high an amount reverts by one. With -update the rows of the contracts are written to the table in docs/reproduced.
func TestPackages(t *testing.T) {
	dir := packages(t)
	files, err := filepath.Glob("testdata/packages/*.sol")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sol")
		t.Run(name, func(t *testing.T) {
			row := []string{name}
			row = append(row, origin(t, dir, file)...)
			start := processorSeconds(t)
			spec := verifyPackaged(t, dir, name, nil, Options{Standards: []string{auto}})
			middle := processorSeconds(t)
			checks := verifyPackaged(t, dir, name, nil, Options{Translate: translate.Options{Checks: translate.AllChecks}, Infer: true})
			end := processorSeconds(t)
			var names []string
			proved, violated, unknown := 0, 0, 0
			for _, s := range spec.Standards {
				if s.Violated > 0 || len(s.Missing) > 0 {
					t.Errorf("%s: %+v", name, s)
				}
				names = append(names, s.Name)
				proved, violated, unknown = proved+s.Proved, violated+s.Violated, unknown+s.Unknown
			}
			slices.Sort(names)
			row = append(row, strings.Join(slices.Compact(names), " "), fmt.Sprint(proved), fmt.Sprint(violated), fmt.Sprint(unknown))
			row = append(append(row, answers(spec)...), fmt.Sprintf("%.1f", middle-start))
			c := checks.Summary.Checks
			row = append(row, fmt.Sprint(c.Proved), fmt.Sprint(c.Violated), fmt.Sprint(c.Unknown))
			row = append(append(row, answers(checks)...), fmt.Sprintf("%.1f", end-middle))
			t.Log(strings.Join(row, ","))
			for _, r := range []*Report{spec, checks} {
				for i := range r.Functions {
					if f := &r.Functions[i]; f.Verdict != OK {
						t.Log(f.Name, f.Verdict, f.Reason)
						for _, c := range f.Checks {
							if c.Result != Proved && f.Verdict != Skipped {
								t.Log("  ", c.Kind, c.Code, c.Result, c.MayFail, c.Reason)
							}
						}
					}
				}
			}
			if *update {
				tabulate(t, row)
			}
		})
	}
}

// answers are the functions that are verified, violated, skipped and open.
func answers(r *Report) []string {
	s := r.Summary
	return []string{fmt.Sprint(s.OK), fmt.Sprint(s.Error), fmt.Sprint(s.Skipped), fmt.Sprint(s.Timeout + s.Unknown)}
}

// processorSeconds is the processor time of the process and of those that it has waited for.
func processorSeconds(t *testing.T) float64 {
	t.Helper()
	sum := 0.0
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			t.Fatal(err)
		}
		sum += float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	return sum
}

var (
	imported = regexp.MustCompile(`(?m)^import "(.*)";`)
	spdx     = regexp.MustCompile(`SPDX-License-Identifier: (\S+)`)
)

// origin is what a contract derives from, with the package's version, and the licence of that source.
func origin(t *testing.T, dir, file string) []string {
	t.Helper()
	i := imported.FindStringSubmatch(read(t, file))
	if i == nil {
		t.Fatal(file, "imports nothing")
	}
	parts := strings.SplitN(i[1], "/", 3)
	if name := parts[0]; strings.HasPrefix(name, "@") {
		name += "/" + parts[1]
		parts = []string{name, parts[2]}
	} else {
		parts = []string{name, strings.Join(parts[1:], "/")}
	}
	var p struct{ Version string }
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, parts[0], "package.json"))), &p); err != nil {
		t.Fatal(err)
	}
	licence := spdx.FindStringSubmatch(read(t, filepath.Join(dir, i[1])))
	if licence == nil {
		t.Fatal(i[1], "names no licence")
	}
	return []string{parts[0] + " " + p.Version, parts[1], licence[1]}
}

const tableFile = "../../docs/reproduced/solidity-standards"

var tableHead = []string{"contract", "package", "derives from", "licence",
	"standards", "clauses proved", "clauses violated", "clauses unknown", "functions verified", "violated", "skipped", "open", "CPU s",
	"checks proved", "checks violated", "checks unknown", "functions verified", "violated", "skipped", "open", "CPU s"}

// tabulate puts the row of a contract in place of the one in the table.
func tabulate(t *testing.T, row []string) {
	t.Helper()
	rows := [][]string{row}
	if f, err := os.Open(tableFile + ".csv"); err == nil {
		old, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range old[1:] {
			if r[0] != row[0] {
				rows = append(rows, r)
			}
		}
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	var text, page bytes.Buffer
	w := csv.NewWriter(&text)
	if err := w.WriteAll(append([][]string{tableHead}, rows...)); err != nil {
		t.Fatal(err)
	}
	page.WriteString(tableText)
	fmt.Fprintf(&page, "| %s |\n|%s\n", strings.Join(tableHead, " | "), strings.Repeat("---|", len(tableHead)))
	for _, r := range rows {
		fmt.Fprintf(&page, "| %s |\n", strings.Join(r, " | "))
	}
	for file, b := range map[string][]byte{".csv": text.Bytes(), ".md": page.Bytes()} {
		if err := os.WriteFile(tableFile+file, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const tableText = `# Contracts of packages by standards and by all checks

Own contracts (product/solidity/testdata/packages) that derive from contracts of npm packages, which scripts/solidity-standards.sh
downloads; nothing of them is copied. First ` + "`--spec auto`, then `--checks all --infer`" + `; a function has 2,000,000 units of work. Seconds are of
processor time, with the compiler's, on AMD EPYC. Checks are counted by their place, and those of functions that are skipped are unknown.

`

// TestPackagesWithBugs seeds a bug each into contracts of packages: the clause that it violates is found, with transactions
// where they are to be expected, and no clause about other functions is violated.
func TestPackagesWithBugs(t *testing.T) {
	dir := packages(t)
	const solmate, zeppelin = "solmate/src/tokens/", "@openzeppelin/contracts/token/"
	for _, c := range []struct {
		name, contract, standard, clause, result string
		edit                                     edit
	}{
		{"allowance not decreased", "solmate_erc20", "erc20", "transferFrom takes the amount from the allowance", Violated,
			edit{solmate + "ERC20.sol", "function transferFrom", "allowance[from][msg.sender] = allowed - amount;", "require(allowed >= amount);"}},
		{"balances cached before a transfer to oneself", "solmate_erc20", "erc20", "transfer to oneself changes no balance", Violated,
			edit{solmate + "ERC20.sol", "function transfer(", "balanceOf[msg.sender] -= amount;", "uint256 old = balanceOf[to]; balanceOf[msg.sender] -= amount; balanceOf[to] = old;"}},
		{"mint without totalSupply", "solmate_erc20", "erc20", "the balances sum up to totalSupply", Violated,
			edit{solmate + "ERC20.sol", "function _mint", "totalSupply += amount;", ""}},
		{"allowance of the wrong account", "oz_erc20", "erc20", "approve sets the allowance", Violated,
			edit{zeppelin + "ERC20/ERC20.sol", "function _approve", "_allowances[owner][spender] = value;", "_allowances[spender][owner] = value;"}},
		{"no look at the owner", "solmate_erc721", "erc721", "transferFrom is from the owner", Violated,
			edit{solmate + "ERC721.sol", "function transferFrom", `require(from == _ownerOf[id], "WRONG_FROM");`, ""}},
		{"approval not cleared", "solmate_erc721", "erc721", "transferFrom clears the approval", Open,
			edit{solmate + "ERC721.sol", "function transferFrom", "delete getApproved[id];", ""}},
		{"anyone is authorized", "oz_erc721", "erc721", "transferFrom needs the owner, an operator or the approved address", Violated,
			edit{zeppelin + "ERC721/ERC721.sol", "function _checkAuthorized", "!_isAuthorized(owner, spender, tokenId)", "owner == address(0)"}},
		{"no look at the operator", "solmate_erc1155", "erc1155", "safeTransferFrom needs the owner or an operator", Open,
			edit{solmate + "ERC1155.sol", "function safeTransferFrom", `require(msg.sender == from || isApprovedForAll[from][msg.sender], "NOT_AUTHORIZED");`, ""}},
		{"lengths of a batch differ", "solmate_erc1155", "erc1155", "safeBatchTransferFrom needs as many amounts as tokens", Violated,
			edit{solmate + "ERC1155.sol", "function safeBatchTransferFrom", `require(ids.length == amounts.length, "LENGTH_MISMATCH");`, ""}},
		{"balance overwritten", "solmate_erc1155", "erc1155", "safeTransferFrom gives exactly the amount to the receiver", Open,
			edit{solmate + "ERC1155.sol", "function safeTransferFrom", "balanceOf[to][id] += amount;", "balanceOf[to][id] = amount;"}},
		{"redeem rounds up", "solmate_erc4626", "erc4626", "previewRedeem is in favour of the vault", Open,
			edit{solmate + "ERC4626.sol", "function previewRedeem", "return convertToAssets(shares);", "return totalSupply == 0 ? shares : shares.mulDivUp(totalAssets(), totalSupply);"}},
		{"withdraw without an allowance", "solmate_erc4626", "erc4626", "withdraw needs the owner or an allowance", Open,
			edit{solmate + "ERC4626.sol", "function withdraw", "if (msg.sender != owner) {", "if (msg.sender == address(0)) {"}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			r := verifyPackaged(t, dir, c.contract, &c.edit, Options{Standards: []string{c.standard}})
			got := map[string]int{}
			for i := range r.Functions {
				for _, x := range r.Functions[i].Checks {
					if x.Result == Violated && x.Trace != nil && x.Code == c.standard+": "+c.clause {
						got[Violated] = len(x.Trace.Transactions)
						var steps []string
						for k := range x.Trace.Transactions {
							steps = append(steps, x.Trace.Transactions[k].String())
						}
						t.Log(strings.Join(steps, "\n"))
					} else if x.MayFail && x.Code == c.standard+": "+c.clause {
						got[Open]++
					}
				}
			}
			if got[c.result] == 0 {
				out, _ := json.MarshalIndent(r.Standards, "", " ")
				t.Errorf("%s is not %s\n%s", c.clause, c.result, out)
			}
		})
	}
}
