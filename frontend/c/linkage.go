package c

import (
	"fmt"
	"strings"

	"cupel/frontend/c/library"

	"modernc.org/cc/v4"
)

// linkage records the attributes and the assembler name of a file-scope declaration that determine which entity the linker binds the name to.
func (l *lowerer) linkage(d *cc.Declarator, id *cc.InitDeclarator) {
	name := d.Name()
	if a := id.Asm; a != nil && d.Type().Kind() != cc.Function {
		if d.IsExtern() {
			l.odd[name] = fmt.Sprintf("variable %s with the assembler name %s", name, a.Token3.SrcStr())
		}
	} else if a != nil {
		if s := strings.Trim(a.Token3.SrcStr(), `"`); s != "" && s != name {
			l.asmNames[name] = s
		}
	}
	at := d.Type().Attributes()
	if at == nil {
		return
	}
	if s := at.Alias(); s != "" {
		l.aliases[name] = s
	}
	for _, k := range []string{"ifunc", "weakref"} {
		if at.IsAttrSet(k) || at.IsAttrSet("__"+k+"__") {
			l.odd[name] = fmt.Sprintf("%s with the attribute %s", name, k)
		}
	}
	if at.Weak() && !l.defined(id, d) {
		l.weak[name] = true
	}
}

// defined reports whether the declaration of a variable is a definition.
func (l *lowerer) defined(id *cc.InitDeclarator, d *cc.Declarator) bool {
	return d.Type().Kind() != cc.Function && (!d.IsExtern() || id.Case == cc.InitDeclaratorInit)
}

// target returns the function that a name is bound to, or why that is unknown.
func (l *lowerer) target(name string) (target, why string) {
	if l.defs[name] != nil {
		return name, ""
	}
	if s := l.aliases[name]; s != "" {
		if l.defs[s] == nil {
			return name, fmt.Sprintf("%s, an alias of %s, which has no body", name, s)
		}
		return s, ""
	}
	if s := l.asmNames[name]; s != "" && l.defs[s] != nil {
		return name, fmt.Sprintf("%s with the assembler name of %s", name, s)
	}
	if why := l.odd[name]; why != "" {
		return name, why
	}
	if l.weak[name] && !l.undefinedWeak(name) {
		return name, fmt.Sprintf("weak function %s without a body", name)
	}
	return name, ""
}

// undefinedWeak reports whether name is declared weak and nothing defines it:
// its address is null then, since the program is one translation unit and the C
// library.
func (l *lowerer) undefinedWeak(name string) bool {
	if !l.weak[name] || l.defs[name] != nil || l.aliases[name] != "" || l.asmNames[name] != "" || l.odd[name] != "" || l.isError[name] {
		return false
	}
	if v := l.fileVars[name]; v != nil && v.def {
		return false
	}
	_, known := library.Lookup(library.Canonical(name))
	return !known && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "pthread_")
}

// variableFor returns the variable that a name is bound to: a different one for names with the attribute alias.
func (l *lowerer) variableFor(name string) string {
	v, s := l.fileVars[name], l.fileVars[l.aliases[name]]
	if v == nil || s == nil || !s.def || l.aliases[s.name] != "" || l.odd[name] != "" {
		return name
	}
	if a, b := l.tt.of(v.d.Type()), l.tt.of(s.d.Type()); a.kind != b.kind || a.size != b.size || !a.isScalar() && v.d.Type() != s.d.Type() && a.String() != b.String() {
		return name
	}
	return s.name
}

// variableTrouble returns the reason why the storage of the file-scope variable name is unknown, or "".
func (l *lowerer) variableTrouble(name string) string {
	switch v := l.fileVars[name]; {
	case l.aliases[name] != "" && l.variableFor(name) == name:
		return fmt.Sprintf("%s, an alias of variable %s", name, l.aliases[name])
	case l.odd[name] != "":
		return l.odd[name]
	case l.weak[name] && (v == nil || !v.def) && l.aliases[name] == "":
		return fmt.Sprintf("weak variable %s without a definition", name)
	}
	return ""
}
