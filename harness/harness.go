package harness

import (
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"cupel/frontend/c/literal"
	"cupel/internal/wholefile"
	"cupel/logic"
	"cupel/program"
)

// HitCode is the exit code of a harness that reached the error function.
const HitCode = 107

// File is the name of the harness below the directory given to Write.
const File = "harness.c"

// Input is one value the program receives.
type Input struct {
	Callee  string // the function called
	Type    string // its return type, in C without typedefs
	Literal string // the value as a C expression
	// Bits are those of the value, the lowest byte first and wider than the type where that is an integer;
	// nil: not known. Only RunAll needs them.
	Bits []byte
}

// Spec describes a counterexample, or for RunAll a program alone.
type Spec struct {
	Source string // the program's file
	Text   []byte // of the program, where that is not the file's; nil: it is. Run does not look at it
	Model  program.DataModel
	Flags  []string // of gcc, for the file's headers and macros. RunAll does not look at them
	More   []Unit   // further files of the program. Only Run looks at them
	Errors []string // the error functions
	Inputs []Input  // in the order of the calls
	// Overflow says that the execution ends in a signed overflow, which gcc's sanitizer is to
	// see; there is no error function then.
	Overflow bool
	Wrap     bool // signed arithmetic wraps around. Run does not look at it
	// Timeout bounds the compiled program by the clock; 0: ten seconds. Of RunAll it is the processor time of
	// each execution, in whole seconds; 0: two.
	Timeout time.Duration
}

// Unit is a file that is compiled for itself.
type Unit struct {
	Source string
	Flags  []string
}

// NewInput returns the input for a value that an execution received.
func NewInput(in *program.Input, value *logic.Term) Input {
	return Input{Callee: in.Callee, Type: typeOf(in), Literal: expression(value, in.Signed), Bits: bits(value, in.Signed)}
}

// basic matches the type names that need no declaration.
var basic = regexp.MustCompile(`^((unsigned|signed|char|short|int|long|float|double|_Bool)( |$))+$`)

// typeOf names a type that a function returns as it returns the input's.
func typeOf(in *program.Input) string {
	if basic.MatchString(in.Type) {
		return in.Type
	}
	switch s := in.Sort; {
	case s == logic.Float32:
		return "float"
	case s == logic.Float64:
		return "double"
	case s == literal.Float128:
		return "_Float128"
	case s.IsFloat():
		return "long double"
	case s.IsBV():
		prefix := "unsigned "
		if in.Signed {
			prefix = "signed "
		}
		switch w := s.Width(); {
		case w <= 8:
			return prefix + "char"
		case w <= 16:
			return prefix + "short"
		case w <= 32:
			return prefix + "int"
		case w <= 64:
			return prefix + "long long"
		}
		return prefix + "__int128"
	}
	return "int"
}

// expression prints a value as a C expression.
func expression(v *logic.Term, signed bool) string {
	if s, ok := literal.Expr(v, signed); ok {
		return s
	}
	return "0"
}

// valueBytes is the size of the widest value, in bytes.
const valueBytes = 16

// bits are those of a value as a little machine keeps it; nil: no type of C has it.
func bits(v *logic.Term, signed bool) []byte {
	n := new(big.Int)
	switch s := v.Sort(); {
	case s.IsBool() && v.IsTrue():
		n.SetInt64(1)
	case s.IsBool():
	case s == literal.X87:
		significand, head := literal.ToX87(v)
		n.Or(significand, n.Lsh(new(big.Int).SetUint64(head), 64))
	case s == logic.Float32 || s == logic.Float64 || s == literal.Float128:
		n.Set(v.BVBig())
	case s.IsBV() && s.Width() <= 8*valueBytes:
		n.Set(v.BVBig())
		if signed && n.Bit(s.Width()-1) == 1 {
			ones := new(big.Int).Lsh(big.NewInt(1), 8*valueBytes)
			n.Or(n, ones.Sub(ones, new(big.Int).Lsh(big.NewInt(1), uint(s.Width()))))
		}
	default:
		return nil
	}
	b := n.FillBytes(make([]byte, valueBytes))
	slices.Reverse(b)
	return b
}

// Write writes the harness to dir, creating it, and returns the file's path.
func Write(dir string, s *Spec) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	path := filepath.Join(dir, File)
	err := wholefile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, Source(s))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	return path, nil
}
