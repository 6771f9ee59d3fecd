package solidity

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// multiSource splits a file that holds several sources.
var multiSource = regexp.MustCompile(`(?m)^==== Source: (\S*) ====\n`)

// notViolated are assertions that the checker reports although no transaction violates them.
var notViolated = map[string]string{
	"array_members/push_storage_ref_safe_aliasing.sol:9:3":     "references to storage are not followed there",
	"array_members/push_storage_ref_safe_aliasing.sol:9:10":    "references to storage are not followed there",
	"array_members/push_storage_ref_safe_aliasing.sol:9:15":    "references to storage are not followed there",
	"blockchain_state/library_public_3.sol:15:3":               "the code of the library is known",
	"blockchain_state/library_public_3.sol:16:3":               "the code of the library is known",
	"blockchain_state/library_public_3.sol:17:3":               "the code of the library is known",
	"modifiers/modifier_inside_branch_assignment.sol:17:3":     "the owner is zero, which is nobody",
	"types/struct/struct_aliasing_storage.sol:17:3":            "references to storage are not followed there",
	"deployment/deploy_bmc_trusted.sol:10:3":                   "the code of the new contract is known",
	"loops/for_loop_bmc_iterations_7.sol:6:3":                  "an internal function is looked at without its callers",
	"functions/super_function_assert.sol:26:3":                 "the same assertion in the function that it calls has failed before",
	"loops/for_loop_bmc_iterations_8.sol:7:3":                  "an internal function is looked at without its callers",
	"loops/for_loop_bmc_iterations_8.sol:12:3":                 "an internal function is looked at without its callers",
	"loops/for_loop_bmc_iterations_9.sol:7:8":                  "an internal function is looked at without its callers",
	"loops/while_bmc_iterations_6.sol:7:8":                     "an internal function is looked at without its callers",
	"loops/while_bmc_iterations_7.sol:5:3":                     "an internal function is looked at without its callers",
	"inline_assembly/assembly_2.sol:7:3":                       "assembly is not translated there",
	"control_flow/side_effects_inside_if_2.sol:8:9":            "an internal function is looked at without its callers",
	"control_flow/side_effects_inside_if_3.sol:8:9":            "an internal function is looked at without its callers",
	"control_flow/side_effects_inside_ternary_2.sol:8:9":       "an internal function is looked at without its callers",
	"special/msg_vars_bmc_internal.sol:20:3":                   "an internal function is looked at without its callers",
	"special/msg_vars_bmc_internal.sol:21:3":                   "an internal function is looked at without its callers",
	"special/msg_vars_bmc_internal.sol:22:3":                   "an internal function is looked at without its callers",
	"special/msg_vars_bmc_internal.sol:23:3":                   "an internal function is looked at without its callers",
	"special/tx_vars_bmc_internal.sol:14:3":                    "an internal function is looked at without its callers",
	"special/tx_vars_bmc_internal.sol:15:3":                    "an internal function is looked at without its callers",
	"blockchain_state/balance_receive_4.sol:5:3":               "the balance overflows first",
	"functions/internal_call_with_assertion_1_fail.sol:15:3":   "an assertion before it fails",
	"functions/internal_call_with_assertion_1_fail.sol:17:3":   "an assertion before it fails",
	"userTypes/in_parenthesis.sol:12:3":                        "an assertion before it fails",
	"math/addmod_mulmod_zero.sol:4:3":                          "a panic before it: modulus zero",
	"math/addmod_mulmod_zero.sol:9:3":                          "a panic before it: modulus zero",
	"math/mulmod_1.sol:6:3":                                    "a panic before it: modulus zero",
	"natspec/abstract_free_function_1.sol:7:9":                 "the body is ignored there, on request",
	"natspec/abstract_function_nondet_1.sol:10:3":              "the body is ignored there, on request",
	"special/msg_value_inheritance_2.sol:11:3":                 "an assertion before it says that the value is zero",
	"typecast/cast_larger_3.sol:9:3":                           "the comparison pads on the right",
	"types/address_transfer.sol:8:3":                           "the contract itself has not enough ether",
	"types/array_mapping_aliasing_2.sol:27:3":                  "references to storage are not followed there",
	"types/array_static_mapping_aliasing_2.sol:20:3":           "references to storage are not followed there",
	"types/mapping_as_parameter_1.sol:9:3":                     "references to storage are not followed there",
	"types/struct/struct_aliasing_parameter_memory_3.sol:20:3": "references to memory are not followed there",
	"overflow/overflow_constant_bound.sol:10:9":                "ten times a counter that is bounded; the state is any there",
	"abi/abi_encode_array_slice_2.sol:6:3":                     "data[0:] is data",
	"abi/abi_encode_packed_array_slice_2.sol:6:3":              "data[0:] is data",
	"abi/abi_encode_call_simple_1.sol:10:10":                   "the lengths of encodings are known",
	"abi/abi_encode_call_simple_1.sol:10:19":                   "the lengths of encodings are known",
	"abi/abi_encode_call_simple_1.sol:13:3":                    "the lengths of encodings are known",
	"abi/abi_encode_call_simple_2.sol:9:10":                    "the lengths of encodings are known",
	"abi/abi_encode_call_simple_2.sol:9:19":                    "the lengths of encodings are known",
	"abi/abi_encode_call_simple_2.sol:12:3":                    "the lengths of encodings are known",
	"array_members/storage_pointer_push_1.sol:7:3":             "references to storage are not followed there",
	"array_members/storage_pointer_push_1.sol:7:10":            "references to storage are not followed there",
	"operators/delete_function_type_1.sol:11:9":                "pointers to functions are not compared there",
	"types/struct/struct_recursive_4.sol:11:3":                 "references to storage are not followed there",
	"types/struct/struct_recursive_4.sol:12:3":                 "references to storage are not followed there",
	"types/struct/struct_recursive_4.sol:15:3":                 "references to storage are not followed there",
	"typecast/function_type_to_function_type_internal.sol:5:3": "the call of a pointer that is not assigned panics",
	"typecast/function_type_to_function_type_internal.sol:6:3": "the call of a pointer that is not assigned panics",
	"unchecked/flipping_sign_tests.sol:4:21":                   "-x is x for the smallest number",
}

var (
	diagnosis  = regexp.MustCompile(`(?m)^// Warning (\d+): \((?:([^():]+):)?(\d+)-(\d+)\): (?:CHC|BMC): (.*)$`)
	provedSafe = regexp.MustCompile(`(?m)^// Info \d+: (?:CHC|BMC): (\d+) verification condition\(s\) proved safe!`)
	extCalls   = regexp.MustCompile(`(?m)^// SMTExtCalls: trusted`)
	targets    = regexp.MustCompile(`(?m)^// SMTTargets: (.*)$`)
)

// kindOf reads a message of the checker.
func kindOf(message string) string {
	for _, k := range [][2]string{{"Assertion violation", "assert"}, {"Overflow", "overflow"}, {"Underflow", "underflow"},
		{"Division by zero", "div"}, {"Out of bounds access", "index"}, {"Empty array", "pop"}} {
		if strings.HasPrefix(message, k[0]) {
			return k[1]
		}
	}
	return ""
}

// sources splits a test of several sources.
func sources(file, text string) map[string]string {
	parts := map[string]string{}
	marks := multiSource.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		parts[text[m[2]:m[3]]] = text[m[1]:end]
	}
	if len(marks) == 0 {
		parts[file] = text
	}
	return parts
}

// TestSMTChecker compares checks with the compiler's own checker: nothing that it refutes is proved, nothing that it proves is violated, and most of its
// violations are found.
func TestSMTChecker(t *testing.T) {
	dir := filepath.Join(corpusDir(), "smtchecker")
	rows, col := readTable(t, filepath.Join(dir, "MANIFEST.csv"))
	ctx := context.Background()
	compiler := compilerFor(t, "0.8.28")
	only := os.Getenv("CUPEL_CORPUS_ONLY")
	var inputs []solc.Input
	var files []string
	texts := map[string]string{}
	every, taken := sample(40, 8, 1)
	for _, r := range rows {
		file := r[col["file"]]
		if !taken(file) || r[col["compiles_solc_0.8.28"]] != "yes" || only != "" && !strings.Contains(file, only) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
		inputs, files = append(inputs, solc.Input{Sources: sources(file, string(text))}), append(files, file)
	}
	s := &smtScore{T: t, reasons: map[string]int{}, violated: map[string]*tally{}}
	const batch = 200
	for from := 0; from < len(inputs); from += batch {
		outs, err := compiler.Compile(ctx, inputs[from:min(from+batch, len(inputs))]...)
		if err != nil {
			t.Fatal(err)
		}
		for i, out := range outs {
			s.file(files[from+i], texts[files[from+i]], inputs[from+i].Sources, out)
		}
	}
	s.summary(every == 1 && only == "")
}

// tally counts expectations and how many are met.
type tally struct{ all, found, shown, hidden, open, missed int }

// inferring turns on the inference that CUPEL_INFER selects: invariants from guesses only, or from engines, too.
func inferring(o *Options) {
	switch os.Getenv("CUPEL_INFER") {
	case "":
	case "guesses":
		o.Infer = true
	default:
		o.Infer, o.Engines = true, Engines()
	}
}

type smtScore struct {
	*testing.T
	files, safe, proved, more int
	violated                  map[string]*tally // by kind
	wrongProofs, wrongErrors  int
	reasons                   map[string]int // of what is not proved
}

func (s *smtScore) file(file, text string, sources map[string]string, out *solc.Output) {
	safe := 0
	for _, m := range provedSafe.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		safe += n
	}
	s.safe += safe
	p, err := decode(out)
	if err != nil {
		s.Logf("%s: %v", file, err)
		return
	}
	o := Options{VC: vc.Options{Work: 2_500_000, Timeout: lastResort, Jobs: 2}}
	inferring(&o)
	o.Transactions = os.Getenv("CUPEL_TRANSACTIONS") != ""
	o.Translate.Checks = translate.AllChecks
	o.Translate.TypedCalls = extCalls.MatchString(text)
	if m := targets.FindStringSubmatch(text); m != nil {
		o.Translate.Checks = 0
		for _, n := range strings.Split(m[1], ",") {
			n = map[string]string{"outOfBounds": "index", "divByZero": "div", "popEmptyArray": "pop"}[n] + map[bool]string{true: n}[n == "assert" || n == "overflow" || n == "underflow"]
			if c, err := translate.ParseChecks(n); err == nil {
				o.Translate.Checks |= c
			}
		}
	}
	tr, err := Translate(p, o)
	if err != nil {
		s.Logf("%s: %v", file, err)
		return
	}
	rep, err := tr.Verify(s.Context(), o)
	if err != nil {
		s.Errorf("%s: %v", file, err)
		return
	}
	s.files++
	s.compare(file, text, sources, p, rep, safe)
}

// placed is a check at a place, as all functions together say.
type placed struct {
	Check
	function string
}

func (s *smtScore) compare(file, text string, sources map[string]string, p *ast.Program, rep *Report, safe int) {
	type key struct {
		kind, where string
		length      int
	}
	at := map[key]*placed{}
	errors := map[string]bool{}
	for _, f := range rep.Functions {
		for _, e := range f.Errors {
			errors[e.Where] = true
		}
		for _, c := range f.Checks {
			k := key{c.Kind, c.Where, c.length}
			old := at[k]
			if old == nil || old.Result == Proved || c.Result == Violated || c.MayFail && old.Result != Violated {
				at[k] = &placed{c, f.Name}
			}
		}
	}
	expected := map[key]bool{}
	for _, m := range diagnosis.FindAllStringSubmatch(text, -1) {
		kind := kindOf(m[5])
		if kind == "" {
			continue
		}
		source := m[2]
		if source == "" {
			source = file
		}
		start, _ := strconv.Atoi(m[3])
		end, _ := strconv.Atoi(m[4])
		before := sources[source][:min(start, len(sources[source]))]
		place := fmt.Sprintf("%d:%d", strings.Count(before, "\n")+1, start-strings.LastIndexByte(before, '\n'))
		k := key{kind, source + ":" + place, end - start}
		expected[k] = true
		if !strings.Contains(m[5], "happens here") {
			continue
		}
		n := s.violated[kind]
		if n == nil {
			n = &tally{}
			s.violated[kind] = n
		}
		n.all++
		switch c := at[k]; {
		case c != nil && (c.Result == Violated || c.MayFail):
			n.found++
			if c.Result == Violated {
				n.shown++
			}
		case notViolated[k.where] != "" || shadowed(p, source, place, errors):
			n.hidden++
			s.Logf("%s: %s is behind another error, or not violated", k.where, kind)
		case c == nil, c.Result != Proved:
			n.open++
			if c == nil {
				s.Logf("%s: there is no check %s at %s", file, kind, k.where)
			} else {
				s.Logf("%s: %s is open: %s", k.where, kind, c.Reason)
			}
		default:
			n.missed++
			s.wrongProofs++
			s.Errorf("%s: %s is proved, but violated", k.where, kind)
		}
	}
	proved, total := 0, 0
	for k, c := range at {
		if expected[k] {
			continue
		}
		total++
		switch c.Result {
		case Proved:
			proved++
		case Violated:
			if safe > 0 && violatedHere[k.where] == "" {
				s.wrongErrors++
				s.Errorf("%s: %s '%s' is violated, but not reported", k.where, k.kind, c.Code)
			}
		}
		if c.Result != Proved {
			why := c.Reason
			if c.MayFail {
				why = "it may fail: " + k.kind
			}
			s.reasons[placeOrName.ReplaceAllString(why, "")]++
			if safe > 0 {
				s.Logf("not proved: %s %s '%s' in %s: %s %s", k.where, k.kind, c.Code, c.function, c.Result, c.Reason)
			}
		}
	}
	s.proved += min(proved, safe)
	s.more += max(0, proved-safe)
	if safe > total {
		s.Logf("%s: %d are safe, but there are %d checks", file, safe, total)
	}
}

var placeOrName = regexp.MustCompile(`\S*:\d+:\d+: |\S+\.sol\S*|'[^']*'`)

func (s *smtScore) summary(whole bool) {
	var all tally
	for kind, n := range s.violated {
		s.Logf("violated, %s: %d: found %d, shown %d, hidden %d, open %d, missed %d", kind, n.all, n.found, n.shown, n.hidden, n.open, n.missed)
		all.all, all.found, all.hidden = all.all+n.all, all.found+n.found, all.hidden+n.hidden
	}
	s.Logf("%d files: violated %d, of which found %d, behind an error in the same function or not violated %d: %.1f %%",
		s.files, all.all, all.found, all.hidden, 100*float64(all.found)/float64(max(1, all.all-all.hidden)))
	s.Logf("safe %d, of which proved %d: %.1f %%; proved besides %d", s.safe, s.proved, 100*float64(s.proved)/float64(max(1, s.safe)), s.more)
	if whole && (4*s.proved < 3*s.safe || 100*all.found < 85*(all.all-all.hidden)) {
		s.Errorf("too few are proved or found")
	}
	s.Logf("proved although violated %d, violated although safe %d", s.wrongProofs, s.wrongErrors)
	var why []string
	for r := range s.reasons {
		why = append(why, r)
	}
	sort.Slice(why, func(i, j int) bool { return s.reasons[why[i]] > s.reasons[why[j]] })
	for _, r := range why[:min(25, len(why))] {
		s.Logf("%4d %s", s.reasons[r], r)
	}
}

// violatedHere are checks that are violated, although the checker does not say so.
var violatedHere = map[string]string{
	"blockchain_state/balance_receive_ext_calls_mutex.sol:16:3":       "other code leaves ether to the contract",
	"external_calls/call_with_value_2.sol:5:3":                        "other code leaves ether to the contract",
	"external_calls/external_call_with_value_1.sol:9:3":               "other code leaves ether to the contract",
	"external_calls/external_call_with_value_2.sol:9:3":               "other code leaves ether to the contract",
	"control_flow/branches_inside_modifiers_2.sol:17:9":               "the modifier is applied twice, each time with a parameter of its own",
	"inheritance/constructor_state_variable_init_asserts.sol:8:23":    "negation is not checked there",
	"unchecked/flipping_sign_tests.sol:5:16":                          "negation is not checked there",
	"special/msg_value_1.sol:3:42":                                    "the right operand comes first",
	"operators/slices_3.sol:11:12":                                    "an empty slice has no first element",
	"functions/getters/array_of_structs_1.sol:11:22":                  "the getter reverts, which is not checked there",
	"inheritance/constructor_uses_function_base.sol:15:3":             "variables get their initial values before any constructor runs, unless via-ir is chosen",
	"loops/do_while_bmc_iterations_shallow_unroll.sol:11:3":           "the loop is not unrolled far enough there, on request",
	"loops/for_loop_bmc_iterations_shallow_unroll.sol:9:3":            "the loop is not unrolled far enough there, on request",
	"loops/while_bmc_iterations_semantics_1.sol:11:3":                 "the loop is not unrolled far enough there, on request",
	"loops/while_bmc_iterations_shallow_unroll.sol:9:3":               "the loop is not unrolled far enough there, on request",
	"natspec/abstract_function_nondet_pow_with_abstraction.sol:23:12": "the body is ignored there, on request",
	"natspec/abstract_function_nondet_pow_with_abstraction.sol:27:12": "the body is ignored there, on request",
}

// shadowed reports whether another error is reported in the function that contains a position, or in one that it calls: code after an assertion that
// always fails is unreachable.
func shadowed(p *ast.Program, file, place string, errors map[string]bool) bool {
	in := func(f *ast.FunctionDefinition, place string) bool {
		var line, col int
		if _, err := fmt.Sscanf(place, "%d:%d", &line, &col); err != nil || f.File == nil || f.File.Path != file {
			return false
		}
		from, to := f.File.Position(f.Start), f.File.Position(f.Start+f.Len)
		return (line > from.Line || line == from.Line && col >= from.Col) && (line < to.Line || line == to.Line && col <= to.Col)
	}
	found := false
	for _, u := range p.Units {
		ast.Walk(u, func(n ast.Node) bool {
			if f, ok := n.(*ast.FunctionDefinition); ok && in(f, place) {
				reached := []*ast.FunctionDefinition{f}
				ast.Walk(f, func(n ast.Node) bool {
					if id, ok := n.(*ast.Identifier); ok {
						if g, ok := id.Decl.(*ast.FunctionDefinition); ok {
							reached = append(reached, g)
						}
					}
					return true
				})
				for e := range errors {
					for _, g := range reached {
						found = found || in(g, strings.TrimPrefix(e, file+":"))
					}
				}
			}
			return true
		})
	}
	return found
}
