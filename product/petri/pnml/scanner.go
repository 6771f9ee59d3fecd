package pnml

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"cupel/product/petri"
)

// An Error is a mistake in a document. Its text is one line, file:line:column: message.
type Error struct {
	File         string
	Line, Column int
	Msg          string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

type position struct{ line, column int }

// scanner is a stream of XML tokens with positions.
type scanner struct {
	dec  *xml.Decoder
	file string
	pos  position // where the last token starts
}

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\ufeff"

func newScanner(r io.Reader, file string) *scanner {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		_, _ = b.Discard(len(byteOrderMark))
	}
	d := xml.NewDecoder(b)
	d.CharsetReader = charset
	return &scanner{dec: d, file: file, pos: position{1, 1}}
}

// charset decodes the encodings that old editors declare.
func charset(label string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "us-ascii", "ascii":
		return r, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return &latin1{r: bufio.NewReader(r)}, nil
	}
	return nil, fmt.Errorf("unsupported encoding %q; save the file as UTF-8", label)
}

// latin1 turns ISO 8859-1 into UTF-8.
type latin1 struct {
	r    *bufio.Reader
	rest []byte
}

func (l *latin1) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		c, err := l.r.ReadByte()
		if err != nil {
			return 0, err
		}
		l.rest = utf8.AppendRune(nil, rune(c))
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

func (s *scanner) errorAt(p position, format string, args ...any) error {
	// The decoder's column is 0 when it has put a line end back.
	return &Error{File: s.file, Line: p.line, Column: max(1, p.column), Msg: oneLine(fmt.Sprintf(format, args...))}
}

// oneLine keeps control characters of hostile names out of messages.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// token returns the next start element, end element or text. At the end of the
// document it returns io.EOF.
func (s *scanner) token() (xml.Token, error) {
	for {
		s.pos.line, s.pos.column = s.dec.InputPos()
		t, err := s.dec.Token()
		if err != nil {
			if err == io.EOF {
				return nil, err
			}
			var syntax *xml.SyntaxError
			msg := err.Error()
			if errors.As(err, &syntax) {
				msg = syntax.Msg
				s.pos.line, s.pos.column = s.dec.InputPos()
			}
			return nil, s.errorAt(s.pos, "not well-formed XML: %s", msg)
		}
		switch t.(type) {
		case xml.StartElement, xml.EndElement, xml.CharData:
			return t, nil
		}
	}
}

// root returns the document's first element.
func (s *scanner) root() (xml.StartElement, error) {
	for {
		t, err := s.token()
		if err == io.EOF {
			return xml.StartElement{}, s.errorAt(s.pos, "the file is empty; expected an XML document")
		}
		if err != nil {
			return xml.StartElement{}, err
		}
		switch e := t.(type) {
		case xml.StartElement:
			return e, nil
		case xml.CharData:
			if len(strings.TrimSpace(string(e))) > 0 {
				return xml.StartElement{}, s.errorAt(s.pos, "text before the first element; expected an XML document")
			}
		}
	}
}

// children calls f for each child element of the element whose start was just read, up
// to and including its end. f must consume the child's end.
func (s *scanner) children(f func(e xml.StartElement) error) error {
	for {
		t, err := s.token()
		if err == io.EOF {
			return s.errorAt(s.pos, "the document ends within an element")
		}
		if err != nil {
			return err
		}
		switch e := t.(type) {
		case xml.StartElement:
			if err := f(e); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// skip consumes the rest of the current element. Unlike Decoder.Skip it keeps positions.
func (s *scanner) skip() error {
	for depth := 1; depth > 0; {
		t, err := s.token()
		if err == io.EOF {
			return s.errorAt(s.pos, "the document ends within an element")
		}
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// text returns the trimmed character data of the current element and its position;
// child elements are skipped.
func (s *scanner) text() (string, position, error) {
	var b strings.Builder
	at := s.pos
	for {
		t, err := s.token()
		if err == io.EOF {
			return "", at, s.errorAt(s.pos, "the document ends within an element")
		}
		if err != nil {
			return "", at, err
		}
		switch e := t.(type) {
		case xml.StartElement:
			if err := s.skip(); err != nil {
				return "", at, err
			}
		case xml.EndElement:
			return strings.TrimSpace(b.String()), at, nil
		case xml.CharData:
			b.Write(e)
		}
	}
}

// label returns the text of a label element: its text child or, as PIPE writes, its
// value child. The position is that of the label.
func (s *scanner) label() (text string, at position, err error) {
	at = s.pos
	err = s.children(func(e xml.StartElement) error {
		if e.Name.Local != "text" && e.Name.Local != "value" {
			return s.skip()
		}
		t, p, err := s.text()
		if t != "" || text == "" {
			text, at = t, p
		}
		return err
	})
	return text, at, err
}

// number parses the text of a label that counts tokens; PIPE's "Default,3" is 3.
func (s *scanner) number(what, text string, at position) (int64, error) {
	if before, after, ok := strings.Cut(text, ","); ok {
		if !strings.EqualFold(strings.TrimSpace(before), "default") || strings.Contains(after, ",") {
			return 0, s.errorAt(at, "%s %q has several token classes: coloured nets are not supported; unfold the net to a place/transition net first", what, text)
		}
		text = strings.TrimSpace(after)
	}
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil || k < 0 || k > petri.MaxWeight {
		return 0, s.errorAt(at, "%s %q is not a number between 0 and %d", what, text, int64(petri.MaxWeight))
	}
	return k, nil
}

// attribute returns the value of an attribute without a namespace.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}
