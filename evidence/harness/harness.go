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

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/wholefile"
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
	return Input{Callee: in.Callee, Type: typeOf(in), Literal: literal(value), Bits: bits(value, in.Signed)}
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

// literal prints a value as a C expression of the same bits.
func literal(v *logic.Term) string {
	word := new(big.Int).SetUint64(^uint64(0))
	switch s := v.Sort(); {
	case s.IsBool():
		if v.IsTrue() {
			return "1"
		}
		return "0"
	case s.IsBV() && s.Width() <= 64:
		return fmt.Sprintf("%#xULL", v.BVBig())
	case s.IsBV() && s.Width() <= 128:
		b := v.BVBig()
		return fmt.Sprintf("((unsigned __int128)%#xULL << 64 | %#xULL)", new(big.Int).Rsh(b, 64), new(big.Int).And(b, word))
	case s == logic.Float32:
		return fmt.Sprintf("(((union { unsigned u; float f; }){ %#xu }).f)", v.BVBig())
	case s == logic.Float64:
		return fmt.Sprintf("(((union { unsigned long long u; double f; }){ %#xULL }).f)", v.BVBig())
	case isX87(s):
		mant, head := x87(v)
		return fmt.Sprintf("(((union { struct { unsigned long long m; unsigned short e; } p; long double f; }){ { %#xULL, %#x } }).f)", mant, head)
	}
	return "0"
}

// isX87 reports whether a sort is that of long double.
func isX87(s *logic.Sort) bool { return s.IsFloat() && s.ExpBits() == 15 && s.SigBits() == 64 }

// x87 is a long double as the machine keeps it: with an integer bit between exponent and fraction.
func x87(v *logic.Term) (mant *big.Int, head uint64) {
	b := v.BVBig()
	mant = new(big.Int).And(b, new(big.Int).SetUint64(1<<63-1))
	head = new(big.Int).Rsh(b, 63).Uint64()
	if head&0x7fff != 0 {
		mant.SetBit(mant, 63, 1)
	}
	return mant, head
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
	case isX87(s):
		mant, head := x87(v)
		n.Or(mant, n.Lsh(new(big.Int).SetUint64(head), 64))
	case s == logic.Float32 || s == logic.Float64:
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
