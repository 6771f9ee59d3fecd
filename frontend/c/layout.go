package c

import (
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// recordAttrs are the attributes in the definition of a record that change its
// layout, with those of its members.
type recordAttrs struct {
	packed  bool
	aligned int64 // 0: not
	pack    int64 // value of #pragma pack at the end of the definition; 0: none
	members []memberAttrs
	other   string // an attribute without a model
}

// memberAttrs are the attributes of one member.
type memberAttrs struct {
	packed  bool
	aligned int64
	common  bool // aligned is among the specifiers of the declaration
}

// special reports whether any attribute is given.
func (a *recordAttrs) special() bool {
	if a == nil {
		return false
	}
	for _, m := range a.members {
		if m != (memberAttrs{}) {
			return true
		}
	}
	return a.packed || a.aligned > 0 || a.pack > 0 || a.other != ""
}

// foreignLayout are attributes without a model that change the size or the layout of their type.
var foreignLayout = set("ms_struct", "scalar_storage_order", "mode", "vector_size", "warn_if_not_aligned")

// biggestAlignment is the alignment of "aligned" without a value, on x86.
const biggestAlignment = 16

// recordID identifies a record type. The types of cc are copied: their members keep the type of the definition. Records without members have their tag.
type recordID struct {
	of  cc.Type
	tag string
}

func idOf(t cc.Type) (id recordID, ok bool) {
	r, ok := t.(interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
		Tag() cc.Token
	})
	if !ok {
		return id, false
	}
	if r.NumFields() > 0 {
		return recordID{of: r.FieldByIndex(0).ParentType()}, true
	}
	tag := r.Tag()
	return recordID{tag: t.Kind().String() + " " + tag.SrcStr()}, true
}

// layoutAttributes collects the layout attributes of all records of the
// program. The types of cc keep only some of them.
func layoutAttributes(ast *cc.AST, path string, packs []packEvent) map[recordID]*recordAttrs {
	m := map[recordID]*recordAttrs{}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		s, ok := n.(*cc.StructOrUnionSpecifier)
		if !ok || s.Case != cc.StructOrUnionSpecifierDef || s.Type() == nil {
			return true
		}
		ra := &recordAttrs{}
		var own memberAttrs
		for _, l := range []*cc.AttributeSpecifierList{s.AttributeSpecifierList, s.AttributeSpecifierList2} {
			ra.collect(l, &own)
		}
		ra.packed, ra.aligned = own.packed, own.aligned
		if p := s.Token3.Position(); p.Filename == path {
			for _, e := range packs {
				if e.line <= p.Line {
					ra.pack = e.pack
				}
			}
		} else if len(packs) > 0 && !strings.HasPrefix(p.Filename, "<") {
			ra.other = "pack in several files"
		}
		for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
			d := l.StructDeclaration
			if d == nil || d.Case != cc.StructDeclarationDecl {
				continue
			}
			var common memberAttrs
			ra.collect(d.SpecifierQualifierList, &common)
			common.common = common.aligned > 0
			if d.StructDeclaratorList == nil {
				ra.collect(d.AttributeSpecifierList, &common)
				ra.members = append(ra.members, common)
			}
			for k := d.StructDeclaratorList; k != nil; k = k.StructDeclaratorList {
				a := common
				if k.StructDeclarator.Declarator != nil && k.StructDeclarator.Declarator.Pointer != nil {
					var ptr memberAttrs
					if ra.collect(k.StructDeclarator.Declarator.Pointer, &ptr); ptr != (memberAttrs{}) {
						ra.other = "attributes of a pointer"
					}
				}
				if k.StructDeclaratorList == nil {
					ra.collect(d.AttributeSpecifierList, &a)
				}
				ra.members = append(ra.members, a)
			}
		}
		if id, ok := idOf(s.Type()); ok {
			if same := m[id]; id.of == nil && same != nil && (same.special() || ra.special()) {
				ra.other = "attributes of one of several records without members"
			}
			m[id] = ra
		}
		return true
	})
	return m
}

// collect adds the attributes in n, without those of records defined in it.
func (a *recordAttrs) collect(n cc.Node, to *memberAttrs) {
	align := func(v cc.Value, e cc.Node) {
		var k int64
		switch x := v.(type) {
		case cc.Int64Value:
			k = int64(x)
		case cc.UInt64Value:
			k = int64(x)
		}
		if k < 0 || k&(k-1) != 0 || strings.Contains(cc.NodeSource(e), "align") {
			a.other = "alignment " + short(cc.NodeSource(e))
		}
		to.aligned = max(to.aligned, k)
	}
	tree.Visit(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.StructOrUnionSpecifier:
			return false
		case *cc.AlignmentSpecifier:
			if x.ConstantExpression != nil {
				align(x.ConstantExpression.Value(), x.ConstantExpression)
			} else {
				a.other = "_Alignas of a type"
			}
			return false
		case *cc.AttributeValue:
			name := strings.TrimSuffix(strings.TrimPrefix(x.Token.SrcStr(), "__"), "__")
			switch {
			case foreignLayout[name]:
				a.other = "attribute " + name
			case name == "packed":
				to.packed = true
			case name == "aligned" && x.Case == cc.AttributeValueIdent:
				to.aligned = max(to.aligned, biggestAlignment)
			case name == "aligned":
				if l := x.ArgumentExpressionList; l != nil {
					align(l.AssignmentExpression.Value(), l.AssignmentExpression)
				}
			}
			return false
		}
		return true
	})
}

// layout is alias.Library.Layout.
func (tt *typeTable) layout(t cc.Type) ([]int64, int64) {
	c := tt.of(t)
	if c.kind != tRecord {
		return nil, c.size
	}
	if c.offsets == nil && c.size >= 0 {
		c.offsets = make([]int64, len(c.fields))
		for i, f := range c.fields {
			c.offsets[i] = f.off
		}
	}
	return c.offsets, c.size
}
