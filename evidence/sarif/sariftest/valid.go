package sariftest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// carrier is the package with the schema.
const carrier = "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

// schema finds the text of the schema: a constant of the carrier that it does not export.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", carrier).Output()
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", carrier, err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				text += s
			}
		}
		return true
	})
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat() // of URIs, too
	if err := c.AddResource("sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// Valid returns the violations of the schema in a file.
func Valid(data []byte) error {
	s, err := schema()
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if err := s.Validate(doc); err != nil {
		return err
	}
	_, err = sarif.FromBytes(data)
	return err
}
