package solidity

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	o.VC.Timeout, o.VC.Jobs = 10*time.Second, 1
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
const packageLimit = 10 * time.Minute

// TestPackages verifies contracts of packages by standards and by all checks. No clause and no check is violated.
func TestPackages(t *testing.T) {
	dir := packages(t)
	files, err := filepath.Glob("testdata/packages/*.sol")
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	fmt.Fprintf(&table, "| contract | standards | clauses proved | unknown | functions | verified | skipped | open | s | checks proved | unknown | verified | skipped | open | s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	reasons := map[string]int{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sol")
		t.Run(name, func(t *testing.T) {
			spec := verifyPackaged(t, dir, name, nil, Options{Standards: []string{auto}})
			checks := verifyPackaged(t, dir, name, nil, Options{Translate: translate.Options{Checks: translate.AllChecks}, Infer: true})
			var names []string
			proved, unknown := 0, 0
			for _, s := range spec.Standards {
				if s.Violated > 0 || len(s.Missing) > 0 {
					t.Errorf("%s: %+v", name, s)
				}
				names = append(names, s.Name)
				proved, unknown = proved+s.Proved, unknown+s.Unknown
			}
			slices.Sort(names)
			names = slices.Compact(names)
			for i := range checks.Functions {
				f := &checks.Functions[i]
				if f.Verdict == Error {
					t.Errorf("%s: %s: %+v", name, f.Name, f.Errors)
				}
				if f.Verdict == Skipped {
					_, why, _ := strings.Cut(f.Reason, ": ")
					reasons[why]++
				}
			}
			a, b := spec.Summary, checks.Summary
			fmt.Fprintf(&table, "| %s | %s | %d | %d | %d | %d | %d | %d | %.0f | %d | %d | %d | %d | %d | %.0f |\n", name, strings.Join(names, " "), proved, unknown,
				len(spec.Functions), a.OK, a.Skipped, a.Timeout+a.Unknown, spec.Seconds, b.Checks.Proved, b.Checks.Unknown, b.OK, b.Skipped, b.Timeout+b.Unknown, checks.Seconds)
		})
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(&table, "%d skipped: %s\n", reasons[why], why)
	}
	t.Log("\n" + table.String())
}

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
		{"approval not cleared", "solmate_erc721", "erc721", "transferFrom clears the approval", Violated,
			edit{solmate + "ERC721.sol", "function transferFrom", "delete getApproved[id];", ""}},
		{"anyone is authorized", "oz_erc721", "erc721", "transferFrom needs the owner, an operator or the approved address", Violated,
			edit{zeppelin + "ERC721/ERC721.sol", "function _checkAuthorized", "!_isAuthorized(owner, spender, tokenId)", "owner == address(0)"}},
		{"no look at the operator", "solmate_erc1155", "erc1155", "safeTransferFrom needs the owner or an operator", Violated,
			edit{solmate + "ERC1155.sol", "function safeTransferFrom", `require(msg.sender == from || isApprovedForAll[from][msg.sender], "NOT_AUTHORIZED");`, ""}},
		{"lengths of a batch differ", "solmate_erc1155", "erc1155", "safeBatchTransferFrom needs as many amounts as tokens", Violated,
			edit{solmate + "ERC1155.sol", "function safeBatchTransferFrom", `require(ids.length == amounts.length, "LENGTH_MISMATCH");`, ""}},
		{"balance overwritten", "solmate_erc1155", "erc1155", "safeTransferFrom gives exactly the amount to the receiver", Violated,
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
