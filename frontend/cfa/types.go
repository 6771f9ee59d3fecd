package cfa

import (
	"fmt"
	"strconv"

	"cupel/core/logic"
	"cupel/frontend/modelfile"
)

// typ reads a type.
func (p *parser) typ() (*logic.Sort, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	t := p.tok()
	switch {
	case p.accept("bool"):
		return logic.Bool, nil
	case p.accept("int"):
		return logic.Int, nil
	case p.accept("rat"):
		return logic.Real, nil
	case t.is("bv"):
		return p.vector()
	case p.accept("fp"):
		return p.float()
	case t.is("("):
		return nil, modelfile.Unsupported(t.pos, "function types are not supported; use an array type [INDEX] -> ELEMENT")
	case p.accept("["):
		index, err := p.typ()
		if err != nil {
			return nil, err
		}
		if err := p.expect("]", "array types are [INDEX] -> ELEMENT"); err != nil {
			return nil, err
		}
		if err := p.expect("->", "array types are [INDEX] -> ELEMENT"); err != nil {
			return nil, err
		}
		elem, err := p.typ()
		if err != nil {
			return nil, err
		}
		return logic.ArraySort(index, elem), nil
	}
	return nil, modelfile.Errorf(t.pos, "%v is not a type; choose bool, int, rat, bv[WIDTH], fp[EXPONENT:SIGNIFICAND] or [INDEX] -> ELEMENT", t)
}

// vector reads bv[n].
func (p *parser) vector() (*logic.Sort, error) {
	if err := p.expect("bv", "write bv[WIDTH]"); err != nil {
		return nil, err
	}
	if err := p.expect("[", "write bv[WIDTH]"); err != nil {
		return nil, err
	}
	w, err := p.size(1, maxWidth)
	if err != nil {
		return nil, err
	}
	return logic.BVSort(w), p.expect("]", "write bv[WIDTH]")
}

// float reads [e:s] or [e, s]; s counts the hidden bit.
func (p *parser) float() (*logic.Sort, error) {
	const form = "write fp[EXPONENT:SIGNIFICAND]"
	if err := p.expect("[", form); err != nil {
		return nil, err
	}
	e, err := p.size(2, maxExponent)
	if err != nil {
		return nil, err
	}
	if !p.accept(",") {
		if err := p.expect(":", form); err != nil {
			return nil, err
		}
	}
	s, err := p.size(2, maxWidth)
	if err != nil {
		return nil, err
	}
	return logic.FloatSort(e, s), p.expect("]", form)
}

// size reads a number of bits.
func (p *parser) size(least, most int) (int, error) {
	t := p.tok()
	n, err := strconv.Atoi(t.text)
	if t.kind != number || err != nil || n < least || n > most {
		return 0, modelfile.Errorf(t.pos, "%v is no possible size; write a number from %d to %d", t, least, most)
	}
	p.i++
	return n, nil
}

// typeName prints a sort as the language writes it.
func typeName(s *logic.Sort) string {
	switch s.Kind() {
	case logic.KindBool:
		return "bool"
	case logic.KindInt:
		return "int"
	case logic.KindReal:
		return "rat"
	case logic.KindBV:
		return fmt.Sprintf("bv[%d]", s.Width())
	case logic.KindFloat:
		return fmt.Sprintf("fp[%d:%d]", s.ExpBits(), s.SigBits())
	}
	return fmt.Sprintf("[%s] -> %s", typeName(s.Index()), typeName(s.Elem()))
}
