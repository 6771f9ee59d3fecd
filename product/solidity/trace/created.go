package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/product/boogie"
)

// Contracts that are created, or whose functions the contract calls by their types and which are deployed before it, have the addresses below that of the contract, in order: no other address in an
// execution is one of these, unless it is chosen to be. Their code is known, and only theirs: calls of functions of
// a contract type run the code of that type at their addresses.

const (
	// createdCount is the variable for the number of created contracts, createdCode that for the contracts whose
	// code runs at addresses.
	createdCount = "$created"
	createdCode  = "$created.code"
	// firstCreated is the address before that of the first one.
	firstCreated = 256
	// createStep is the step number in markers of creations.
	createStep = 998
	// createdAt is the variable for the address of the last one.
	createdAt = "$created.at"
)

// createdVariables declares these variables.
func createdVariables() []boogie.Decl {
	return []boogie.Decl{boogie.V(createdCount, boogie.Int), boogie.V(createdAt, boogie.Int), boogie.V(createdCode, boogie.MapOf(boogie.Int, boogie.Int))}
}

// constructorPrefix begins the names of constructors' procedures.
const constructorPrefix = "constructor#"

// contractOf is the ID of the contract that a procedure constructs; 0: none.
func contractOf(procedure string) int {
	procedure, _, _ = strings.Cut(procedure, backSuffix)
	parts := strings.Split(procedure, "#")
	if len(parts) < 3 || !strings.HasPrefix(procedure, constructorPrefix) {
		return 0
	}
	id, _ := strconv.Atoi(parts[2])
	return id
}

// created returns the contracts that procedures create, and those whose functions they call by their types, transitively.
func created(byName map[string]*boogie.Procedure, ds []*boogie.Procedure) (ids, called []int) {
	for _, d := range ds {
		all, _ := closure(byName, d)
		for _, d := range all {
			if d.Body == nil {
				continue
			}
			boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
				switch s := s.(type) {
				case *boogie.Call:
					if id := contractOf(s.Proc); id > 0 && !slices.Contains(ids, id) {
						ids = append(ids, id)
					}
				case *boogie.Assume:
					if id := typedTarget(s.Attrs.Find("target")); id > 0 && !slices.Contains(called, id) {
						called = append(called, id)
					}
				}
			})
		}
	}
	return ids, called
}

// typedTarget is the ID of the contract whose code the target of a call has; 0: the code is not known.
func typedTarget(a *boogie.Attribute) int {
	if a == nil || len(a.Args) != 3 {
		return 0
	}
	id, _ := strconv.Atoi(boogie.ExprString(a.Args[2]))
	return id
}

// runs states that the code at an address is that of a contract.
func runs(addr string, contract int) string {
	return fmt.Sprintf("(%d < (%[2]s) && (%[2]s) <= %[1]d + %[3]s && %[4]s[%[2]s] == %[5]d)", firstCreated, addr, createdCount, createdCode, contract)
}

// is generates the assumption that an address is one of the contract of an entry.
func (e *entry) is(b *strings.Builder, addr string) {
	if e.contract != 0 {
		fmt.Fprintf(b, "      assume %s;\n", runs(addr, e.contract))
	}
}

// fresh returns the choice of the address of a new contract, which has no code yet.
func fresh(a *boogie.Attribute) ([]boogie.Stmt, error) {
	at := boogie.ExprString(a.Args[0])
	return parsed(newAddress(at))
}

// newAddress is text of statements that choose the address of a new contract, hasCode that of those that put the code of a contract there.
func newAddress(at string) string {
	return fmt.Sprintf("%[1]s := %[1]s + 1; %[2]s := %[3]d + %[1]s; %[4]s[%[2]s] := 0;", createdCount, at, firstCreated, createdCode)
}

func hasCode(at string, contract int) string {
	return fmt.Sprintf("%s[%s] := %d;", createdCode, at, contract)
}

// complete returns what follows the call of a constructor.
func complete(c *boogie.Call, contract int) ([]boogie.Stmt, error) {
	at := boogie.ExprString(c.Args[0])
	return parsed(fmt.Sprintf("%s %s := %s; assume {:marker %d, %q} true;", hasCode(at, contract), createdAt, at, createStep, c.Proc))
}
