package solidity

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"cupel/product/boogie"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// Options of the verification.
type Options struct {
	// Arithmetic is the name of a mode; "": checked for sources of Solidity 0.8 and later, otherwise mod.
	Arithmetic string
	Translate  translate.Options // except for the mode
	Compiler   solc.Choice
	Roots      []string // directories of non-relative imports
	Remappings []string
	VC         vc.Options
	// Infer infers invariants of contracts and loops for unproved functions.
	Infer bool
	// Engines search for contract invariants, in addition to guesses; see Engines.
	Engines []string
	// Transactions searches for transactions that confirm possible violations.
	Transactions bool
}

// Load compiles sources, or reads build information (.json).
func Load(ctx context.Context, files []string, o Options) (*ast.Program, error) {
	if len(files) == 1 && strings.EqualFold(filepath.Ext(files[0]), ".json") {
		out, err := solc.ReadBuild(files[0])
		if err != nil {
			return nil, err
		}
		return decode(out)
	}
	in, ranges, err := solc.Gather(files, o.Roots)
	if err != nil {
		return nil, err
	}
	in.Remappings = o.Remappings
	c, err := solc.Find(ctx, o.Compiler, ranges)
	if err != nil {
		return nil, err
	}
	outs, err := c.Compile(ctx, in)
	if err != nil {
		return nil, err
	}
	return decode(outs[0])
}

func decode(out *solc.Output) (*ast.Program, error) {
	if err := out.Err(); err != nil {
		return nil, err
	}
	return ast.Decode(out)
}

// Translation is a Boogie program with its text.
type Translation struct {
	*translate.Result
	Mode translate.Mode
	Text string
	// Exact: the arithmetic is the machine's, so that failures are real.
	Exact bool

	source *ast.Program
	parsed *boogie.Checked // see read
}

// Translate translates a program.
func Translate(p *ast.Program, o Options) (*Translation, error) {
	mode := translate.Mod
	if p.Version.AtLeast(0, 8) {
		mode = translate.Checked
	}
	if o.Arithmetic != "" {
		m, err := translate.ParseMode(o.Arithmetic)
		if err != nil {
			return nil, err
		}
		if m == translate.Checked && !p.Version.AtLeast(0, 8) {
			return nil, errors.New("arithmetic is checked only since Solidity 0.8; choose another one of int, bv, mod, mod-overflow")
		}
		mode = m
	}
	if c := o.Translate.Checks & (translate.CheckOverflow | translate.CheckUnderflow); c != 0 && mode == translate.BV {
		return nil, fmt.Errorf("the checks %s are not supported in arithmetic bv, which always wraps; choose checked, mod or int", c)
	}
	to := o.Translate
	to.Mode = mode
	r, err := translate.Translate(p, to)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := boogie.Print(&text, r.Program); err != nil {
		return nil, err
	}
	exact := mode == translate.Checked || !p.Version.AtLeast(0, 8) && mode != translate.Int
	return &Translation{Result: r, Mode: mode, Text: text.String(), Exact: exact, source: p}, nil
}

// Verify verifies all functions of a translation.
func (t *Translation) Verify(ctx context.Context, o Options) (*Report, error) {
	start := time.Now()
	p, err := t.read()
	if err != nil {
		return nil, err
	}
	vo := o.VC
	vo.Only = nil
	for _, f := range t.Functions {
		if f.Skipped == "" {
			vo.Only = append(vo.Only, f.Procedure)
		}
	}
	vo.MaxErrors, vo.Unroll = maxErrors, unroll
	verdicts := map[string]vc.Result{}
	if len(vo.Only) > 0 {
		results, err := vc.Verify(ctx, p, vo)
		if err != nil {
			return nil, fmt.Errorf("internal error: %w", err)
		}
		for _, r := range results {
			verdicts[r.Procedure] = r
		}
	}
	var found []Invariant
	var fails map[int][][]string
	if o.Infer {
		x, is, err := t.infer(ctx, o, verdicts)
		if err != nil {
			return nil, err
		}
		verdicts, found, fails = x.old, is, x.fails
	}
	rep := &Report{Invariants: found, Arithmetic: t.Mode.String(), Functions: []Function{}, annotated: t.Annotated, listed: o.Translate.Checks != 0}
	for _, w := range t.Warnings {
		rep.Warnings = append(rep.Warnings, Message{Where: where(w.Pos), Text: w.Msg})
	}
	for _, f := range t.Functions {
		g := Function{Name: f.Name, Where: where(f.Pos)}
		switch r, ok := verdicts[f.Procedure]; {
		case f.Skipped != "":
			g.Verdict = Skipped
			g.Reason = fmt.Sprintf("%s: %s", f.SkippedAt, f.Skipped)
			g.Checks = t.checks(f, nil, &g)
		case !ok:
			g.Verdict, g.Reason = Unknown, "internal error: there is no answer"
		default:
			g.fill(&r)
			g.Checks = t.checks(f, &r, &g)
			if f.Constructor != "" && f.Constructor != f.Procedure && !verdicts[f.Constructor].Ends {
				g.notDeployed()
			}
		}
		rep.Functions = append(rep.Functions, g)
	}
	if o.Transactions && t.Exact {
		if err := t.transactions(ctx, rep, verdicts, fails); err != nil {
			return nil, err
		}
	}
	rep.Seconds = time.Since(start).Seconds()
	rep.dependent()
	rep.count()
	return rep, nil
}

func where(p ast.Position) string {
	if p.File == "" {
		return ""
	}
	return p.String()
}

// IsInput reports whether an error is caused by the input.
func IsInput(err error) bool {
	var a *annotation.Error
	return errors.As(err, &a) || !strings.HasPrefix(err.Error(), "internal error")
}
