package c

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// linkage notes the attributes and the assembler name of a file-scope
// declaration that tell the linker what the name stands for.
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

// target returns the name of the function a name stands for, or why that is
// not known.
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
	if l.weak[name] {
		return name, fmt.Sprintf("weak function %s without a body", name)
	}
	return name, ""
}

// variableTrouble says why the storage of the file-scope variable name is not
// known, or "".
func (l *lowerer) variableTrouble(name string) string {
	switch v := l.fileVars[name]; {
	case l.aliases[name] != "":
		return fmt.Sprintf("%s, an alias of variable %s", name, l.aliases[name])
	case l.odd[name] != "":
		return l.odd[name]
	case l.weak[name] && (v == nil || !v.def):
		return fmt.Sprintf("weak variable %s without a definition", name)
	}
	return ""
}
