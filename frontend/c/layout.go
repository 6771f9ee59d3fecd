package c

import (
	"bytes"
	"reflect"
	"strings"

	"modernc.org/cc/v4"
)

// layoutAttrs are the attributes in the definition of a record that change
// its layout.
type layoutAttrs struct {
	packed  bool // of the record
	aligned bool // of the record
	members bool // aligned or _Alignas of a member
	loose   bool // packed of a member
	bare    bool // aligned without a value, anywhere
	other   string
}

// foreignLayout are attributes without a model that change the size or the
// layout of what they are given to.
var foreignLayout = set("ms_struct", "scalar_storage_order", "mode", "vector_size")

// layoutAttributes collects the layout attributes of all records of the
// program by the declarators of their members. The types of cc keep only some
// of them.
func layoutAttributes(ast *cc.AST) map[*cc.Declarator]layoutAttrs {
	m := map[*cc.Declarator]layoutAttrs{}
	visit(ast.TranslationUnit, func(n cc.Node) bool {
		s, ok := n.(*cc.StructOrUnionSpecifier)
		if !ok || s.Case != cc.StructOrUnionSpecifierDef {
			return true
		}
		var la layoutAttrs
		for _, l := range []*cc.AttributeSpecifierList{s.AttributeSpecifierList, s.AttributeSpecifierList2} {
			la.collect(l, false)
		}
		var ds []*cc.Declarator
		for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
			la.collect(l.StructDeclaration, true)
			if l.StructDeclaration == nil {
				continue
			}
			for k := l.StructDeclaration.StructDeclaratorList; k != nil; k = k.StructDeclaratorList {
				if d := k.StructDeclarator.Declarator; d != nil {
					ds = append(ds, d)
				}
			}
		}
		if la != (layoutAttrs{}) {
			for _, d := range ds {
				m[d] = la
			}
		}
		return true
	})
	return m
}

// collect adds the attributes in n, without those of records defined in it.
func (a *layoutAttrs) collect(n cc.Node, member bool) {
	visit(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.StructOrUnionSpecifier:
			return false
		case *cc.AlignmentSpecifier:
			a.members = true
		case *cc.AttributeValue:
			name := strings.TrimSuffix(strings.TrimPrefix(x.Token.SrcStr(), "__"), "__")
			switch {
			case foreignLayout[name]:
				a.other = name
			case name != "packed" && name != "aligned":
			case name == "aligned" && x.Case == cc.AttributeValueIdent:
				a.bare = true
			case member && name == "packed":
				a.loose = true
			case member:
				a.members = true
			case name == "packed":
				a.packed = true
			default:
				a.aligned = true
			}
		}
		return true
	})
}

// mayHaveAttributes reports whether a source may have layout attributes.
func mayHaveAttributes(src []byte) bool {
	for _, s := range []string{"__attribute", "lignas", "#include \""} {
		if bytes.Contains(src, []byte(s)) {
			return true
		}
	}
	return false
}

// visit calls f for the nodes of a tree from the root, by reflection, and goes
// below those it returns true for.
func visit(n cc.Node, f func(cc.Node) bool) {
	v := reflect.ValueOf(n)
	if n == nil || v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct || !f(n) {
		return
	}
	v = v.Elem()
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		if c, ok := v.Field(i).Interface().(cc.Node); ok {
			visit(c, f)
		}
	}
}

// layoutDoubt says why the layout computed for the record r may not be gcc's,
// or "". Where members are aligned or packed in ways of their own, cc's layout
// is asked for a second opinion; it has other bit-fields than gcc, so that
// these may not be combined with such attributes.
func (tt *typeTable) layoutDoubt(r *ctype, t cc.Type, packed bool) string {
	var la layoutAttrs
	bitFields, typedefs := false, false // typedefs: aligned by a typedef
	for _, f := range r.fields {
		e := f.typ
		for e.kind == tArray {
			e = e.elem
		}
		if e.kind == tOther && e.size < 0 {
			return "a member without a model"
		}
		if d := f.cc.Declarator(); d != nil {
			la = tt.attrs[d]
		}
		bitFields = bitFields || f.bits != 0
		ft := f.cc.Type()
		for ft.Kind() == cc.Array && attrAlign(ft) <= 0 {
			ft = ft.(*cc.ArrayType).Elem()
		}
		if attrAlign(ft) > 0 && (packed || ft.Kind() != cc.Struct && ft.Kind() != cc.Union) {
			typedefs = true
		}
	}
	aligned := la.aligned || la.members || typedefs || attrAlign(t) > 0
	switch {
	case la.other != "":
		return "attribute " + la.other
	case la.bare:
		return "attribute aligned without a value"
	case la.loose:
		return "packed member"
	case packed != la.packed && len(tt.attrs) > 0 || packed && (la.members || la.aligned || typedefs):
		return "attributes packed and aligned together"
	case bitFields && aligned:
		return "bit-fields with the attribute aligned"
	case bitFields || packed || !aligned: // cc does not pack
		return ""
	}
	for _, f := range r.fields {
		if !f.flex && f.typ.size > 0 && f.cc.Offset() != f.off {
			return "layout attributes"
		}
	}
	if t.Size() != r.size && r.size > 0 || int64(t.Align()) != r.align {
		return "layout attributes"
	}
	return ""
}
