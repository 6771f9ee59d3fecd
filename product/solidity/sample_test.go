package solidity

import (
	"context"
	"os"
	"path"
	"testing"
	"time"

	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
	"cupel/tests/effort"
)

// lastResort is a time limit that is never reached in practice: procedures are bounded by work.
const lastResort = 10 * time.Minute

// sample chooses files of a family: of each folder the first and every n-th after it, with an n for make test, for make check and for make long.
// CUPEL_CORPUS_ONLY names files instead, all of which are then chosen.
func sample(test, check, long int) (every int, chosen func(file string) bool) {
	every = effort.Count(test, check, long)
	if os.Getenv("CUPEL_CORPUS_ONLY") != "" {
		every = 1
	}
	seen := map[string]int{}
	return every, func(file string) bool {
		n := seen[path.Dir(file)]
		seen[path.Dir(file)]++
		return n%every == 0
	}
}

// compileTexts compiles each text as a file of its own in one run of the compiler, which takes longer to start than to compile.
func compileTexts(t *testing.T, version string, texts ...string) []*ast.Program {
	t.Helper()
	var inputs []solc.Input
	for _, text := range texts {
		inputs = append(inputs, solc.Input{Sources: map[string]string{"c.sol": text}})
	}
	outs, err := compilerFor(t, version).Compile(context.Background(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	var ps []*ast.Program
	for _, out := range outs {
		p, err := decode(out)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	return ps
}
