package cfa

import (
	"cupel/core/logic"
	"cupel/frontend/modelfile"
)

// modes are Theta's names of the rounding modes.
var modes = map[string]logic.RoundingMode{"RNE": logic.RNE, "RNA": logic.RNA, "RTP": logic.RTP, "RTN": logic.RTN, "RTZ": logic.RTZ}

// rounded are the operators that a rounding mode may follow. Some ignore it.
var rounded = map[string]bool{"fpmax": true, "fpmin": true, "fprem": true, "fproundtoint": true, "fpsqrt": true, "fptobv": true,
	"fptofp": true, "fpfrombv": true, "fpsub": true, "fpadd": true, "fpmul": true, "fpdiv": true, "fppos": true, "fpneg": true}

// rounding reads [MODE] after a float operator; nearest even when there is none.
func (p *parser) rounding(op token) (logic.RoundingMode, error) {
	if !rounded[op.text] || !p.tok().is("[") || p.peek(1).kind != word || !p.peek(2).is("]") {
		return logic.RNE, nil
	}
	p.i++
	t := p.advance()
	rm, ok := modes[t.text]
	if !ok {
		return 0, modelfile.Errorf(t.pos, "%v is no rounding mode; choose RNE, RNA, RTP, RTN or RTZ", &t)
	}
	return rm, p.expect("]", "close the rounding mode")
}

// conversion is the result of a conversion: a sort, and whether bit-vectors are signed integers.
type conversion struct {
	sort   *logic.Sort
	signed bool
}

// conversion reads the suffix of fptofp, fptobv and fpfrombv; other operators have none.
func (p *parser) conversion(op token) (c conversion, err error) {
	switch op.text {
	case "fptofp":
		c.sort, err = p.float()
	case "fpfrombv":
		if c.sort, err = p.float(); err != nil {
			return c, err
		}
		if err = p.expect("[", "write fpfrombv[E:S][s] or fpfrombv[E:S][u]"); err != nil {
			return c, err
		}
		c.signed, err = p.signedness()
	case "fptobv":
		const form = "write fptobv[WIDTH's] or fptobv[WIDTH'u]"
		if err = p.expect("[", form); err != nil {
			return c, err
		}
		var w int
		if w, err = p.size(1, maxWidth); err != nil {
			return c, err
		}
		if err = p.expect("'", form); err != nil {
			return c, err
		}
		c.sort = logic.BVSort(w)
		c.signed, err = p.signedness()
	}
	return c, err
}

func (p *parser) signedness() (signed bool, err error) {
	t := p.tok()
	signed = t.is("s")
	if !signed && !t.is("u") {
		return false, modelfile.Errorf(t.pos, "%v where s (signed) or u (unsigned) is expected", t)
	}
	p.i++
	return signed, p.expect("]", "close it after s or u")
}
