package precondition

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c"
)

// bom may be the first three bytes of a file, and nowhere else.
const bom = "\xef\xbb\xbf"

// write makes the text.
func (r *rewriter) write() ([]byte, error) {
	head := r.head()
	tail, err := r.tail()
	if err != nil {
		return nil, err
	}
	type edit struct {
		from, to int
		text     string
	}
	edits := []edit{{r.body, r.body, " " + r.prefix + "precondition(" + r.list(func(p c.Variable) string { return p.Name }) + ");"}}
	for _, s := range r.sites {
		if s.call != nil {
			edits = append(edits, edit{s.at, s.at + len(s.Call), r.function(s)})
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out bytes.Buffer
	src := r.src
	last := 0
	if bytes.HasPrefix(src, []byte(bom)) {
		out.WriteString(bom)
		last = len(bom)
	}
	out.WriteString(head)
	for _, e := range edits {
		out.Write(src[last:e.from])
		out.WriteString(e.text)
		last = e.to
	}
	out.Write(src[last:])
	out.WriteString("\n\n") // the last line may end in a backslash
	out.WriteString(tail)
	return out.Bytes(), nil
}

// list makes a list for the entry function's parameters that slots are of.
func (r *rewriter) list(of func(c.Variable) string) string {
	var ps []string
	for _, p := range r.params {
		ps = append(ps, of(p))
	}
	return strings.Join(ps, ", ")
}

func (r *rewriter) function(s *site) string { return fmt.Sprintf("%sinput_%d", r.prefix, s.k) }

func (r *rewriter) argument(name string) string { return r.prefix + "arg_" + name }

// variable holds the n-th value of a site.
func (r *rewriter) variable(s *site, n int) string {
	if s.Once {
		return fmt.Sprintf("%svalue_%d", r.prefix, s.k)
	}
	return fmt.Sprintf("%svalue_%d_%d", r.prefix, s.k, n)
}

// head declares the functions that are added.
func (r *rewriter) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* A precondition, written by cupel condition: see %sprecondition at the end of the file. */\n", r.prefix)
	for _, s := range r.sites {
		if s.call != nil {
			fmt.Fprintf(&b, "static %s %s(%s);\n", s.typ, r.function(s), orVoid(strings.Join(s.params, ", ")))
		}
	}
	fmt.Fprintf(&b, "static void %sprecondition(%s);\n#line 1\n", r.prefix, orVoid(r.list(func(p c.Variable) string { return p.Type })))
	return b.String()
}

func orVoid(params string) string {
	if params == "" {
		return "void"
	}
	return params
}

// tail defines them.
func (r *rewriter) tail() (string, error) {
	var b strings.Builder
	for _, s := range r.sites {
		r.defineSite(&b, s)
	}
	for _, d := range r.a.Definitions {
		b.WriteString(d + "\n")
	}
	fmt.Fprintf(&b, "static int %sholds(void)\n{\n", r.prefix)
	used := map[string]bool{}
	for _, w := range word().FindAllString(strings.Join(append(r.a.Locals, r.a.Text), "\n"), -1) {
		used[w] = true
	}
	for _, s := range r.sites {
		for _, slot := range s.slots {
			if used[slot.Name] {
				fmt.Fprintf(&b, "  const %s %s = %s;\n", s.typ, slot.Name, r.variable(s, slot.N))
			}
		}
	}
	for _, l := range r.a.Locals {
		b.WriteString("  " + l + "\n")
	}
	fmt.Fprintf(&b, "  return (%s) != 0;\n}\n\n", r.a.Text)
	if err := r.definePrecondition(&b); err != nil {
		return "", err
	}
	text := b.String()
	var undefs strings.Builder
	for _, w := range slices.Compact(slices.Sorted(slices.Values(word().FindAllString(text, -1)))) {
		if r.macros[w] {
			fmt.Fprintf(&undefs, "#undef %s\n", w)
		}
	}
	return undefs.String() + text, nil
}

// defineSite defines the variables of a site, and the function that is called in its place.
func (r *rewriter) defineSite(b *strings.Builder, s *site) {
	for _, slot := range s.slots {
		fmt.Fprintf(b, "static %s %s;\n", s.typ, r.variable(s, slot.N))
	}
	if s.call == nil {
		b.WriteString("\n")
		return
	}
	params, args := "void", ""
	if len(s.params) > 0 {
		var ps, as []string
		for i, p := range s.params {
			name := fmt.Sprintf("%sp%d", r.prefix, i+1)
			ps, as = append(ps, p+" "+name), append(as, name)
			if s.Once {
				ps[i] += " __attribute__((unused))"
			}
		}
		params, args = strings.Join(ps, ", "), strings.Join(as, ", ")
	}
	fmt.Fprintf(b, "/* %s at line %d */\nstatic %s %s(%s)\n{\n", s.Call, s.Pos.Line, s.typ, r.function(s), params)
	if s.Once {
		fmt.Fprintf(b, "  return %s;\n}\n\n", r.variable(s, 1))
		return
	}
	b.WriteString(r.declaration(s))
	fmt.Fprintf(b, "  static unsigned int %sreads;\n  if (%sreads < %du) {\n    %sreads++;\n", r.prefix, r.prefix, s.most(), r.prefix)
	for _, slot := range s.slots {
		fmt.Fprintf(b, "    if (%sreads == %du) return %s;\n", r.prefix, slot.N, r.variable(s, slot.N))
	}
	fmt.Fprintf(b, "  }\n  return %s(%s);\n}\n\n", s.Call, args)
}

// declaration declares the called function where the program does so in blocks only.
func (r *rewriter) declaration(s *site) string {
	if !s.call.Declared || r.outline.Declared[s.Call] {
		return ""
	}
	return fmt.Sprintf("  extern %s %s(%s);\n", s.typ, s.Call, orVoid(strings.Join(s.params, ", ")))
}

// definePrecondition defines the function that is called first of all.
func (r *rewriter) definePrecondition(b *strings.Builder) error {
	stop, err := r.stop()
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "static void %sprecondition(%s)\n{\n", r.prefix, orVoid(r.list(func(p c.Variable) string { return p.Type + " " + r.argument(p.Name) })))
	b.WriteString("  " + stop[0] + "\n")
	declared := map[string]bool{}
	for _, s := range r.sites {
		if s.call != nil && !declared[s.Call] {
			declared[s.Call] = true
			b.WriteString(r.declaration(s))
		}
	}
	if r.reentered() {
		fmt.Fprintf(b, "  static int %sdone;\n  if (%sdone) return;\n  %sdone = 1;\n", r.prefix, r.prefix, r.prefix)
	}
	for _, s := range r.sites {
		for _, slot := range s.slots {
			value := s.Name
			switch {
			case s.call != nil:
				value = s.Call + "(" + strings.TrimSuffix(strings.Repeat("0, ", len(s.params)), ", ") + ")"
			case s.Kind == program.Argument:
				value = r.argument(s.Name)
			}
			fmt.Fprintf(b, "  %s = %s;\n", r.variable(s, slot.N), value)
		}
	}
	fmt.Fprintf(b, "  if (!%sholds()) %s\n}\n", r.prefix, stop[1])
	return nil
}

// stop is how an execution ends that the precondition excludes, without handlers and destructors: the declaration and the call.
func (r *rewriter) stop() ([2]string, error) {
	for _, way := range [][3]string{
		{"abort", "extern void abort(void);", "abort();"},
		{"_Exit", "extern void _Exit(int);", "_Exit(0);"},
	} {
		if r.outline.Functions[way[0]] == nil && r.outline.Variables[way[0]] == nil && !slices.Contains(r.o.ErrorFunctions, way[0]) {
			return [2]string{way[1], way[2]}, nil
		}
	}
	return [2]string{}, refuse(program.Pos{}, "the program has its own abort and _Exit, so that nothing ends an execution")
}

// reentered reports whether the program calls the function in which it begins.
func (r *rewriter) reentered() bool {
	for _, fn := range r.module.Funcs {
		if fn == r.module.Entry {
			continue
		}
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for op := range program.AllOps(e.Ops) {
					if op.Kind == program.OpCall && op.Callee.Name == r.o.Entry {
						return true
					}
				}
			}
		}
	}
	return false
}
