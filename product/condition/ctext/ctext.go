package ctext

import (
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// Errors of printing. They come wrapped with what they are about.
var (
	// ErrTooLarge: the text would be unreadably long.
	ErrTooLarge = errors.New("expression too large")
	// ErrUnsupported: an operator or a sort that C expressions do not have.
	ErrUnsupported = errors.New("no C expression")
	// ErrOperand: a symbol without an operand, or with one of another width.
	ErrOperand = errors.New("no operand for symbol")
)

// An Operand is the C expression of a symbol: a primary expression without side effects.
type Operand struct {
	Name   string
	Type   string // int, unsigned char, _Bool, float, char *, ...
	Signed bool   // of integers
	Order  int    // order among the operands of sums, products and equations; the same as in the text otherwise
}

// Printer prints terms of one factory.
type Printer struct {
	// Holds, if set, decides whether fact is true wherever all of context is. What it confirms (a sum does not
	// overflow, a divisor is not 0) is printed without precautions.
	Holds func(context []*logic.Term, fact *logic.Term) bool

	f        *logic.Factory
	model    program.DataModel
	operands map[*logic.Term]Operand

	// The state of one expression.
	err     error
	steps   int
	context context
	words   map[key]word
	floats  map[key]float
	truths  map[key]truth
}

// key is what a text depends on.
type key struct {
	t       *logic.Term
	as      view // negated or not, for truth values
	context int
}

// New returns a printer for the machine of a data model.
func New(f *logic.Factory, model program.DataModel, operands map[*logic.Term]Operand) *Printer {
	return &Printer{f: f, model: model, operands: operands}
}

// Bool returns a C expression of scalar type that is not 0 exactly when t is true, for all values of the operands' types. It does not have to be put
// into parentheses as an argument of a function.
func (p *Printer) Bool(t *logic.Term) (string, error) {
	if !t.Sort().IsBool() {
		return "", fmt.Errorf("ctext: %w for the sort %s", ErrUnsupported, t.Sort())
	}
	if err := p.begin(t); err != nil {
		return "", err
	}
	s := p.truth(t, false).text
	if p.err != nil {
		return "", fmt.Errorf("ctext: %w", p.err)
	}
	return s, nil
}

// Number returns a C expression whose value is a bit-vector of 8, 16, 32 or 64 bits as a signed or an unsigned
// number, and the type of C that holds it.
func (p *Printer) Number(t *logic.Term, isSigned bool) (text, typ string, err error) {
	if !t.Sort().IsBV() || !standard(t.Sort().Width()) || t.Sort().Width() > 64 {
		return "", "", fmt.Errorf("ctext: %w for the sort %s", ErrUnsupported, t.Sort())
	}
	if err := p.begin(t); err != nil {
		return "", "", err
	}
	as := unsigned
	if isSigned {
		as = signed
	}
	s := p.word(t, as).text
	if p.err != nil {
		return "", "", fmt.Errorf("ctext: %w", p.err)
	}
	return s, p.typeName(t.Sort().Width(), isSigned), nil
}

// begin prepares for one expression.
func (p *Printer) begin(t *logic.Term) error {
	if d := logic.Depth(t); d > maxDepth {
		return fmt.Errorf("ctext: %w: a depth of %d", ErrTooLarge, d)
	}
	p.err, p.steps = nil, 0
	p.context = newContext()
	p.words, p.floats, p.truths = map[key]word{}, map[key]float{}, map[key]truth{}
	return nil
}

// fail records the first error; the text is discarded.
func (p *Printer) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// unsupported fails for a term.
func (p *Printer) unsupported(t *logic.Term) {
	p.fail(fmt.Errorf("%w for %s", ErrUnsupported, t.StringN(120)))
}

// step counts a subterm and reports whether to go on.
func (p *Printer) step() bool {
	p.steps++
	if p.steps > maxSteps {
		p.fail(fmt.Errorf("%w: more than %d steps", ErrTooLarge, maxSteps))
	}
	return p.err == nil
}

// sized checks the length of a text.
func (p *Printer) sized(s string) string {
	if len(s) > maxText {
		p.fail(fmt.Errorf("%w: more than %d bytes", ErrTooLarge, maxText))
		return "0"
	}
	return s
}

// operand returns what stands for a symbol.
func (p *Printer) operand(t *logic.Term) (Operand, bool) {
	o, ok := p.operands[t]
	if !ok {
		p.fail(fmt.Errorf("%w %s", ErrOperand, t.Name()))
	}
	return o, ok
}
