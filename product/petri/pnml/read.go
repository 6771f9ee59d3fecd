package pnml

import (
	"encoding/xml"
	"io"
	"strings"

	"cupel/product/petri"
)

// node is a place or transition by its index in the net.
type node struct {
	index      int
	transition bool
}

// arc is an arc of the document, whose ends may be references.
type arc struct {
	source, target string
	kind           arcKind
	weight         int64
	at             position
}

type arcKind uint8

const (
	normalArc arcKind = iota
	inhibitorArc
	readArc
)

// reference is a reference node: the identifier it refers to, and its position.
type reference struct {
	to string
	at position
}

// reader builds one net from a document.
type reader struct {
	*scanner
	b     *petri.Builder
	nodes map[string]node
	refs  map[string]reference
	arcs  []arc
}

// Read reads the net of a PNML document. file is the name used in errors, which are of
// type *Error. Identifiers of places and transitions are those of the document.
func Read(src io.Reader, file string) (*petri.Net, error) {
	r := &reader{scanner: newScanner(src, file), nodes: map[string]node{}, refs: map[string]reference{}}
	root, err := r.root()
	if err != nil {
		return nil, err
	}
	if root.Name.Local != "pnml" {
		return nil, r.errorAt(r.pos, "the document is a <%s>; expected <pnml>", root.Name.Local)
	}
	var net *petri.Net
	err = r.children(func(e xml.StartElement) error {
		switch {
		case e.Name.Local != "net":
			return r.skip()
		case r.b != nil:
			return r.errorAt(r.pos, "a second <net>; split the file into one net each")
		}
		net, err = r.net(e)
		return err
	})
	if err != nil {
		return nil, err
	}
	if net == nil {
		return nil, r.errorAt(r.pos, "the document holds no <net>")
	}
	return net, nil
}

func (r *reader) net(e xml.StartElement) (*petri.Net, error) {
	if err := r.checkType(attribute(e, "type")); err != nil {
		return nil, err
	}
	r.b = petri.NewBuilder(attribute(e, "id"))
	if err := r.content(0); err != nil {
		return nil, err
	}
	for _, a := range r.arcs {
		if err := r.addArc(a); err != nil {
			return nil, err
		}
	}
	n, err := r.b.Build()
	if err != nil {
		return nil, r.errorAt(r.pos, "%v", err)
	}
	return n, nil
}

// checkType accepts the place/transition types of the known tools.
func (r *reader) checkType(typ string) error {
	lower := strings.ToLower(typ[strings.LastIndexByte(typ, '/')+1:])
	switch {
	case strings.Contains(lower, "symmetric"), strings.Contains(lower, "highlevel"), strings.Contains(lower, "hlpn"), strings.Contains(lower, "pt-hlpng"), strings.Contains(lower, "colo"):
		return r.errorAt(r.pos, "a coloured net (type %q): only place/transition nets (type .../ptnet) are supported; unfold the net first", typ)
	case strings.Contains(lower, "tim"), strings.Contains(lower, "tpn"):
		return r.errorAt(r.pos, "a timed net (type %q): only place/transition nets (type .../ptnet) are supported", typ)
	}
	return nil
}

// content reads the children of a net or page.
func (r *reader) content(depth int) error {
	return r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "page":
			if depth == maxDepth {
				return r.errorAt(r.pos, "pages are nested deeper than %d", maxDepth)
			}
			return r.content(depth + 1)
		case "place":
			return r.place(e)
		case "transition":
			return r.transition(e)
		case "referencePlace", "referenceTransition":
			return r.reference(e)
		case "arc":
			return r.arc(e)
		}
		return r.skip()
	})
}

// declare checks an identifier and returns it.
func (r *reader) declare(e xml.StartElement) (string, error) {
	id := attribute(e, "id")
	if id == "" {
		return "", r.errorAt(r.pos, "<%s> has no id attribute; give it one", e.Name.Local)
	}
	_, isNode := r.nodes[id]
	_, isRef := r.refs[id]
	if isNode || isRef {
		return "", r.errorAt(r.pos, "identifier %q is used twice; rename one of the nodes", id)
	}
	return id, nil
}

func (r *reader) place(e xml.StartElement) error {
	id, err := r.declare(e)
	if err != nil {
		return err
	}
	var tokens int64
	var name string
	err = r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "name":
			name, _, err = r.label()
			return err
		case "initialMarking":
			text, at, err := r.label()
			if err != nil || text == "" {
				return err
			}
			tokens, err = r.number("initial marking", text, at)
			return err
		case "hlinitialMarking":
			return r.errorAt(r.pos, "a coloured initial marking: only place/transition nets are supported; unfold the net first")
		case "capacity":
			text, at, err := r.label()
			if err != nil {
				return err
			}
			return r.capacity(text, at)
		case "toolspecific":
			return r.children(func(e xml.StartElement) error {
				if e.Name.Local != "capacity" {
					return r.skip()
				}
				text, at, err := r.text()
				if err != nil {
					return err
				}
				return r.capacity(text, at)
			})
		}
		return r.skip()
	})
	if err != nil {
		return err
	}
	p := r.b.AddPlace(id, tokens)
	r.b.NamePlace(p, name)
	r.nodes[id] = node{index: p}
	return nil
}

// capacity rejects finite capacities, which change the firing rule. PIPE writes 0 for
// none.
func (r *reader) capacity(text string, at position) error {
	switch strings.ToLower(text) {
	case "", "0", "-1", "unlimited", "infinity", "inf":
		return nil
	}
	return r.errorAt(at, "place capacity %q is not supported; model it with a complementary place", text)
}

func (r *reader) transition(e xml.StartElement) error {
	id, err := r.declare(e)
	if err != nil {
		return err
	}
	var name string
	err = r.children(func(e xml.StartElement) error {
		if e.Name.Local == "name" {
			name, _, err = r.label()
			return err
		}
		return r.skip()
	})
	if err != nil {
		return err
	}
	t := r.b.AddTransition(id)
	r.b.NameTransition(t, name)
	r.nodes[id] = node{index: t, transition: true}
	return nil
}

func (r *reader) reference(e xml.StartElement) error {
	id, err := r.declare(e)
	if err != nil {
		return err
	}
	ref := attribute(e, "ref")
	if ref == "" {
		return r.errorAt(r.pos, "<%s> %q has no ref attribute; name the node it stands for", e.Name.Local, id)
	}
	r.refs[id] = reference{to: ref, at: r.pos}
	return r.skip()
}

func (r *reader) arc(e xml.StartElement) error {
	a := arc{source: attribute(e, "source"), target: attribute(e, "target"), weight: 1, at: r.pos}
	kind := attribute(e, "type")
	raise := func(text string, at position, err error) error {
		if err != nil || text == "" {
			return err
		}
		w, err := r.number("arc weight", text, at)
		if err == nil && w == 0 {
			err = r.errorAt(at, "arc weight 0; remove the arc or give it a positive weight")
		}
		a.weight = max(a.weight, w)
		return err
	}
	err := r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "inscription":
			return raise(r.label())
		case "hlinscription":
			return r.errorAt(r.pos, "a coloured arc inscription: only place/transition nets are supported; unfold the net first")
		case "type":
			if v := attribute(e, "value"); v != "" {
				kind = v
				return r.skip()
			}
			text, _, err := r.label()
			if text != "" {
				kind = text
			}
			return err
		case "toolspecific":
			return r.children(func(e xml.StartElement) error {
				if e.Name.Local != "weight" {
					return r.skip()
				}
				return raise(r.text())
			})
		}
		return r.skip()
	})
	if err != nil {
		return err
	}
	switch strings.ToLower(kind) {
	case "", "normal":
	case "inhibitor", "tapninhibitor":
		a.kind = inhibitorArc
	case "read", "test":
		a.kind = readArc
	default:
		return r.errorAt(a.at, "arcs of type %q are not supported; the types are normal, inhibitor and read", kind)
	}
	r.arcs = append(r.arcs, a)
	return nil
}

// resolve follows reference nodes.
func (r *reader) resolve(id, role string, at position) (node, error) {
	for range len(r.refs) + 1 {
		if n, ok := r.nodes[id]; ok {
			return n, nil
		}
		ref, ok := r.refs[id]
		if !ok {
			if id == "" {
				return node{}, r.errorAt(at, "the arc has no %s attribute", role)
			}
			return node{}, r.errorAt(at, "no place or transition has the id %q, the arc's %s", id, role)
		}
		id, at = ref.to, ref.at
	}
	return node{}, r.errorAt(at, "reference nodes refer to each other in a circle")
}

func (r *reader) addArc(a arc) error {
	from, err := r.resolve(a.source, "source", a.at)
	if err != nil {
		return err
	}
	to, err := r.resolve(a.target, "target", a.at)
	if err != nil {
		return err
	}
	switch {
	case from.transition == to.transition:
		return r.errorAt(a.at, "the arc from %q to %q joins two places or two transitions; an arc joins a place and a transition", a.source, a.target)
	case a.kind == inhibitorArc && from.transition:
		return r.errorAt(a.at, "the inhibitor arc from %q to %q starts at a transition; it must lead from a place to a transition", a.source, a.target)
	case a.kind == inhibitorArc:
		r.b.AddInhibitor(from.index, to.index, a.weight)
	case a.kind == readArc:
		if from.transition {
			from, to = to, from
		}
		r.b.AddInput(from.index, to.index, a.weight)
		r.b.AddOutput(from.index, to.index, a.weight)
	case from.transition:
		r.b.AddOutput(to.index, from.index, a.weight)
	default:
		r.b.AddInput(from.index, to.index, a.weight)
	}
	return nil
}
