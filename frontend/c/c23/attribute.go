package c23

import (
	"strings"

	"cupel/frontend/c/scan"
)

// decides are GNU's attributes that change what a type is: the place where they stand matters.
var decides = set("aligned", "packed", "mode", "vector_size", "transparent_union", "scalar_storage_order")

// reads are GNU's attributes with arguments that are read, beside those; the arguments of others may be any tokens.
var reads = set("constructor", "destructor", "cleanup", "alias", "ifunc", "weakref", "symver", "copy", "section", "warn_if_not_aligned", "ext_vector_type", "target", "error", "warning")

// attributes translates [[...]] at i to __attribute__((...)).
func (r *rewriter) attributes(i int) int {
	end := r.close(i)
	inner := r.close(i + 1)
	if end == 0 || inner != end-1 {
		r.fail(i, "an attribute [[ ]] is not closed")
		return i + 1
	}
	var list []string
	for k := i + 2; k < end-2; {
		if r.is(k, ",") {
			k++
			continue
		}
		if !r.ident(k) {
			r.fail(k, "an attribute is expected, not "+r.word(k))
			return end
		}
		vendor, at := "", k
		if r.is(k+1, ":") && r.is(k+2, ":") {
			vendor = plain(r.word(k))
			k += 3
		}
		name := plain(r.word(k))
		k++
		args, message := "", false // only strings
		if r.is(k, "(") {
			to := r.close(k)
			if to == 0 || to > end-2 {
				r.fail(k, "the arguments of an attribute are not closed")
				return end
			}
			args = r.line(k, to)
			message = to > k+2
			for k++; k < to-1; k++ {
				message = message && r.toks[k].Kind == scan.Quoted && r.text[r.toks[k].Quote] == '"'
			}
			k = to
		}
		switch {
		case vendor == "gnu" && decides[name] && r.is(i-1, "]"):
			r.unsupported(at, "the attribute "+name+" of an array type is not supported")
		case vendor == "gnu" && args != "" && !decides[name] && !reads[name]:
		case vendor == "gnu":
			list = append(list, name+args)
		case vendor == "" && (name == "noreturn" || name == "_Noreturn"):
			list = append(list, "noreturn")
		case vendor == "" && (name == "fallthrough" || name == "maybe_unused" || name == "noreturn") && args != "":
			r.fail(at, "the attribute "+name+" has no arguments")
		case vendor == "" && (name == "deprecated" || name == "nodiscard") && args != "" && !message:
			r.fail(at, "the argument of the attribute "+name+" is a string, or there are no parentheses")
		}
		if !r.is(k, ",") && k < end-2 {
			r.fail(k, "a comma is expected between attributes, not "+r.word(k))
			return end
		}
	}
	if w := r.word(i - 1); r.is(end, "}") && (w == ":" || w == ";" || w == "{" || w == "}") {
		r.fail(i, "an attribute stands before no statement; write it before the label, or a ; behind it")
		return end
	}
	if len(list) == 0 {
		return r.put(i, end, "")
	}
	text := "__attribute__((" + strings.Join(list, ", ") + "))"
	if r.is(end, "(") && r.ident(i-1) && !keywords[r.word(i-1)] { // between the name of a function and its parameters: at the beginning of the declaration
		rest := string(r.out.Bytes()[r.start:])
		r.out.Truncate(r.start)
		r.out.WriteString(text + " " + rest)
		text = ""
	}
	return r.put(i, end, text)
}

// plain is the name of an attribute without the underscores that protect it from macros.
func plain(name string) string {
	if s, ok := strings.CutPrefix(name, "__"); ok {
		if s, ok := strings.CutSuffix(s, "__"); ok {
			return s
		}
	}
	return name
}
