package harness

import (
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
	"cupel/frontend/property"
	"cupel/internal/lazyregexp"
	"cupel/internal/wholefile"
)

// HitCode is the exit code of a harness that reached the error function.
const HitCode = 107

// File is the name of the harness below the directory given to Write.
const File = "harness.c"

// Input is one input value of the program.
type Input struct {
	Callee  string // the function called
	Type    string // its return type in C, without typedefs
	Literal string // the value as a C expression
	// Bits are the bits of the value, lowest byte first, and wider than an integer type; nil: unknown. Only
	// RunAll needs them.
	Bits []byte
}

// Spec describes a counterexample, or for RunAll a program.
type Spec struct {
	Source string // the program's file
	Text   []byte // of the program, if it differs from the file; ignored by Run
	Model  program.DataModel
	Flags  []string // gcc flags for the file's headers and macros; ignored by RunAll
	More   []Unit   // further files of the program; used by Run only
	Errors []string // error functions
	Inputs []Input  // in call order
	// Arguments are those of main; nil: it does not use them. Ignored by RunAll.
	Arguments *Arguments
	// Sanitizer is that of gcc which ends the execution; nil: a call of an error function does.
	Sanitizer *property.Sanitizer
	Wrap      bool // signed arithmetic wraps around
	// Timeout is the wall-clock limit of the compiled program; 0: ten seconds. For RunAll it is the processor
	// time per execution, in whole seconds; 0: two.
	Timeout time.Duration
}

// Unit is a separately compiled file.
type Unit struct {
	Source string
	Flags  []string
}

// NewInput converts an input value of an execution.
func NewInput(in *program.Input, value *logic.Term) Input {
	return Input{Callee: in.Callee, Type: typeOf(in), Literal: expression(value, in.Signed), Bits: bits(value, in.Signed)}
}

// basic matches type names that need no declaration.
var basic = lazyregexp.New(`^((unsigned|signed|char|short|int|long|float|double|_Bool)( |$))+$`)

// typeOf returns a type with the same calling convention as the input's.
func typeOf(in *program.Input) string {
	if basic().MatchString(in.Type) {
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

// bits returns the little-endian representation of a value; nil if no C type has it.
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
