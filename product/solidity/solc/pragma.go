package solc

import (
	"errors"
	"fmt"
)

// A Pragma is the range of versions that a file asks for.
type Pragma struct {
	Where string // file:line:column
	Text  string // what follows "pragma solidity"
	Range Range
}

func (p Pragma) String() string { return p.Where + ": pragma solidity " + p.Text }

// errNone: no version known here satisfies the pragmas.
var errNone = errors.New("no version of the Solidity compiler known here satisfies all version pragmas; name one with --solc-version or --solc")

// Explain says which pragmas no compiler was found for, and what to do.
func Explain(err error, pragmas []Pragma) error {
	var missing *Missing
	switch {
	case len(pragmas) == 0:
		return err
	case errors.As(err, &missing):
		return &Missing{Version: missing.Version, Reason: strictest(pragmas).String() + ": " + missing.Reason}
	case !errors.Is(err, errNone):
		return err
	}
	if v, ok := admitted(pragmas...); ok {
		reason := strictest(pragmas).String() + ": no installed Solidity compiler satisfies it"
		if len(pragmas) > 1 {
			reason += " together with the other version pragmas of the sources that are imported"
		}
		return &Missing{Version: v, Reason: reason}
	}
	for i, p := range pragmas {
		if _, ok := admitted(p); !ok {
			return fmt.Errorf("%s: no version of the compiler satisfies this; correct it, or name a compiler with --solc-version", p)
		}
		for _, q := range pragmas[:i] {
			if _, ok := admitted(p, q); !ok {
				return fmt.Errorf("%s: no version of the compiler satisfies this and %s; change one of them, or name a compiler with --solc-version", q, p)
			}
		}
	}
	return err
}

// admitted returns the latest version that satisfies pragmas, of those that their bounds suggest.
func admitted(ps ...Pragma) (latest Version, ok bool) {
	try := func(v Version) {
		for _, p := range ps {
			if !p.Range.Contains(v) {
				return
			}
		}
		if !ok || latest.Less(v) {
			latest, ok = v, true
		}
	}
	for _, k := range Known {
		try(k)
	}
	for _, p := range ps {
		for _, all := range p.Range {
			for _, b := range all {
				v := b.v
				switch {
				case b.op == ">":
					v[2]++
				case b.op == "<" && v[2] > 0:
					v[2]--
				}
				try(v)
			}
		}
	}
	return latest, ok
}

// strictest returns the pragma that admits the fewest versions known here.
func strictest(ps []Pragma) Pragma {
	best, fewest := ps[0], len(Known)+1
	for _, p := range ps {
		n := 0
		for _, k := range Known {
			if p.Range.Contains(k) {
				n++
			}
		}
		if n < fewest {
			best, fewest = p, n
		}
	}
	return best
}
