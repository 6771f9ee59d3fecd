package witness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"cupel/core/program"
	"cupel/internal/wholefile"

	"github.com/google/uuid"
)

// Meta is the metadata of a witness: its task and producer.
type Meta struct {
	Version       string // of the producer
	Configuration string
	CommandLine   string
	InputFile     string  // as the user named it
	More          []Input // further files of the program
	InputHash     string  // SHA-256, hexadecimal
	Specification string  // property text
	Model         program.DataModel
	Created       time.Time
	UUID          string
}

// Input is a file of the program.
type Input struct{ File, Hash string }

// NewMeta fills in hashes, time and identifier for the given source files.
func NewMeta(inputFiles []string, specification string, model program.DataModel) (Meta, error) {
	m := Meta{Specification: specification, Model: model, Created: time.Now().UTC(), UUID: uuid.NewString()}
	for i, f := range inputFiles {
		data, err := os.ReadFile(f)
		if err != nil {
			return Meta{}, fmt.Errorf("witness: %w", err)
		}
		sum := sha256.Sum256(data)
		if in := (Input{f, hex.EncodeToString(sum[:])}); i == 0 {
			m.InputFile, m.InputHash = in.File, in.Hash
		} else {
			m.More = append(m.More, in)
		}
	}
	return m, nil
}

// Point is a source position.
type Point struct {
	Pos  program.Pos
	Func string
}

// Step is a waypoint of an execution on its way to the violation.
type Step struct {
	// Return: the call of Callee whose closing parenthesis is at Point returned a value satisfying Value, a
	// relation with a C constant such as "== 5". Otherwise the branch of the keyword at Point was taken, and
	// Value is "true", "false", a number or "default".
	Return bool
	// Holds: Value is an expression that holds before the statement at Point.
	Holds  bool
	Callee string
	Value  string
	Point
}

// Violation is an error path, or one that never ends.
type Violation struct {
	Steps  []Step
	Cycle  []Step // that the execution passes again and again behind Steps, in place of a target; format 2.1
	Target Point  // the call of the error function
}

// Invariant is a C expression that holds whenever a loop's condition is about to be evaluated.
type Invariant struct {
	Point
	Expr string
	// Statement: it holds before the statement at Point, which is no loop.
	Statement bool
	// Transition: it relates the present state to that of any earlier visit since the loop was entered, whose variables it calls Earlier; format 2.1.
	Transition bool
}

// Earlier is what a transition invariant calls the value that a variable had at an earlier visit.
func Earlier(name string) string { return `\at(` + name + ", AnyPrev)" }

// IsGraphML reports whether a witness of this name has format 1.0.
func IsGraphML(path string) bool { return strings.HasSuffix(path, ".graphml") }

// WriteFile writes a witness to path: GraphML 1.0 when it ends in .graphml,
// else YAML, 2.0 if that can express it. Exactly one of v and invs is used: v when it is not nil.
func WriteFile(path string, m Meta, v *Violation, invs []Invariant) error {
	var b bytes.Buffer
	var err error
	graphML := IsGraphML(path)
	switch {
	case graphML && v != nil:
		err = writeGraphMLViolation(&b, m, v)
	case graphML:
		err = writeGraphMLCorrectness(&b, m, invs)
	case v != nil:
		err = writeYAMLViolation(&b, m, v)
	default:
		err = writeYAMLCorrectness(&b, m, invs)
	}
	if err != nil {
		return fmt.Errorf("witness: %w", err)
	}
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}
