package link

import (
	"bytes"
	"fmt"
)

// text returns the linked text of unit k.
func (p *plan) text(k int) ([]byte, error) {
	u := p.units[k]
	for old := range p.plain[k] {
		if u.quotes[old] {
			return nil, &Error{Unit: k, At: u.tokens[p.scopes[k].names[old].at].start, AlsoUnit: -1, Unsupported: true,
				Msg: fmt.Sprintf("%s has other meanings in other files, and an attribute names it; that is not supported", old)}
		}
	}
	gone := p.dropped(k)
	self := p.named(k)
	src := p.in[k].Text
	var out bytes.Buffer
	last := 0
	for i := range u.tokens {
		t := &u.tokens[i]
		text := p.renamed(k, i)
		switch {
		case gone[i]:
			text = ""
		case self[i] != "" && (t.text == "__func__" || t.text == "__FUNCTION__" || t.text == "__PRETTY_FUNCTION__"):
			text = `"` + self[i] + `"`
		case text == t.text:
			continue
		}
		out.Write(src[last:t.start])
		out.WriteString(text)
		for range bytes.Count(src[t.start:t.end], []byte("\n")) { // continued strings
			out.WriteByte('\n')
		}
		last = t.end
	}
	out.Write(src[last:])
	return out.Bytes(), nil
}

// dropped returns the tokens of unit k that repeat declarations of earlier units; to be called for the units in order.
func (p *plan) dropped(k int) map[int]bool {
	gone := map[int]bool{}
	for _, d := range p.units[k].decls {
		if p.again(k, d) {
			for i := d.first; i < d.last; i++ {
				gone[i] = true
			}
			continue
		}
		for _, t := range d.tags {
			if p.tags[k][t.tag] == "" && p.tagOwner(t.tag) < k {
				for i := t.open; i <= t.close; i++ {
					gone[i] = true
				}
			}
		}
	}
	for _, d := range p.units[k].decls {
		p.said[p.reads(k, d)] = true
	}
	return gone
}

// again reports whether a declaration stands in an earlier unit, with the same meaning.
func (p *plan) again(k int, d *declaration) bool {
	for _, t := range d.tags {
		if p.tags[k][t.tag] != "" || p.tagOwner(t.tag) >= k {
			return false
		}
	}
	for _, n := range d.names {
		if n.class == defined || p.plain[k][n.text] != "" {
			return false
		}
	}
	if len(d.names)+len(d.tags) == 0 {
		return false
	}
	return p.said[p.reads(k, d)]
}

// named are the tokens in renamed functions, with the name that the function has for itself.
func (p *plan) named(k int) map[int]string {
	self := map[int]string{}
	for _, d := range p.units[k].decls {
		if n := len(d.names) - 1; d.body && p.plain[k][d.names[n].text] != "" {
			for i := d.first; i < d.last; i++ {
				self[i] = d.names[n].text
			}
		}
	}
	return self
}
