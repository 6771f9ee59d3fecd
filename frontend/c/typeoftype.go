package c

import (
	"slices"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// typesOfTypes turns typeof(type), which the parser reads but does not check, into typeof of an expression of the type: *(pointer to type)0. nil: there is none in
// the text.
func typesOfTypes(path string, src []byte, cfg *cc.Config, sources []cc.Source) []byte {
	ast, err := cc.Parse(cfg, sources)
	if err != nil {
		return nil
	}
	g := &generic{path: path, src: src}
	for u := ast.TranslationUnit; u != nil; u = u.TranslationUnit {
		if u.Position().Filename != path {
			continue
		}
		tree.Visit(u.ExternalDeclaration, func(n cc.Node) bool {
			if x, ok := n.(*cc.TypeSpecifier); ok && x.Case == cc.TypeSpecifierTypeofType {
				g.expressType(x)
			}
			return true
		})
	}
	if len(g.edits) == 0 {
		return nil
	}
	return g.edited()
}

// expressType makes an expression of the type in the parentheses of n.
func (g *generic) expressType(n *cc.TypeSpecifier) {
	open, ok1 := offsetOf(g.path, g.src, n.Token2, "(")
	end, ok2 := offsetOf(g.path, g.src, n.Token3, ")")
	at, star, ok3 := g.starred(n.TypeName.AbstractDeclarator, end)
	if ok1 && ok2 && ok3 && open < at && at <= end {
		g.edits = append(g.edits, edit{open + 1, open + 1, "*("}, edit{at, at, star}, edit{end, end, ")0"})
		if word, ok := offsetAt(g.path, g.src, n.Token.Position()); ok && outermostConst(n.TypeName) {
			g.edits = append(g.edits, edit{word, word, "const "}) // the parser's expressions do not have it
		}
	}
}

// outermostConst reports whether a type, but for arrays of it, is const.
func outermostConst(n *cc.TypeName) bool {
	if d := n.AbstractDeclarator; d != nil {
		for e := d.DirectAbstractDeclarator; e != nil; e = e.DirectAbstractDeclarator {
			if e.Case != cc.DirectAbstractDeclaratorArr {
				return false // it has no name that could be const, or is not looked at
			}
		}
		if p := d.Pointer; p != nil {
			for p.Pointer != nil {
				p = p.Pointer
			}
			for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
				if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierConst {
					return true
				}
			}
			return false
		}
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil && l.TypeQualifier.Case == cc.TypeQualifierConst {
			return true
		}
	}
	return false
}

// starred is where a star in an abstract declarator that ends at end makes a pointer to its type.
func (g *generic) starred(n *cc.AbstractDeclarator, end int) (at int, star string, ok bool) {
	if n == nil || n.DirectAbstractDeclarator == nil {
		return end, "*", true
	}
	d := n.DirectAbstractDeclarator
	for d.DirectAbstractDeclarator != nil {
		d = d.DirectAbstractDeclarator
	}
	if d.Case == cc.DirectAbstractDeclaratorDecl {
		end, ok := offsetOf(g.path, g.src, d.Token2, ")")
		if !ok {
			return 0, "", false
		}
		return g.starred(d.AbstractDeclarator, end)
	}
	at, ok = offsetAt(g.path, g.src, d.Token.Position())
	return at, "(*)", ok && slices.Contains([]byte("[("), g.src[at])
}
