package benchexec

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"cupel/product/bench"
)

// open finds out whether a file is compressed. More than maxFile bytes are an error.
func open(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	begin, err := b.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var in io.Reader = b
	switch {
	case string(begin) == "BZh":
		in = bzip2.NewReader(b)
	case strings.HasPrefix(string(begin), "\x1f\x8b"):
		if in, err = gzip.NewReader(b); err != nil {
			return nil, err
		}
	}
	return &limited{in, maxFile}, nil
}

// limited ends with an error when too much was read.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, fmt.Errorf("the file has more than %d MB", maxFile>>20)
	}
	return n, err
}

// resultTag is the beginning of a file of results.
type resultTag struct {
	Name, Display, Block   string
	Tool, Version, Options string
	Memory, Time           string // limits
}

// runTag is a run.
type runTag struct {
	Name       string `xml:"name,attr"`
	Properties string `xml:"properties,attr"`
	Expected   string `xml:"expectedVerdict,attr"`
	Options    string `xml:"options,attr"`
	Columns    []struct {
		Title string `xml:"title,attr"`
		Value string `xml:"value,attr"`
	} `xml:"column"`
}

// ReadXML reads a file of results. Errors name the line.
func ReadXML(r io.Reader) ([]bench.Run, error) {
	in, err := open(r)
	if err != nil {
		return nil, err
	}
	d := xml.NewDecoder(in)
	var head *resultTag
	var runs []bench.Run
	var properties, files []string
	fail := func(err error) ([]bench.Run, error) {
		line, col := d.InputPos()
		return nil, fmt.Errorf("%d:%d: %w", line, col, err)
	}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && head != nil {
			tell(runs, properties, files)
			return runs, nil
		} else if errors.Is(err, io.EOF) {
			return fail(errors.New("the file holds no results"))
		} else if err != nil {
			return fail(err)
		}
		start, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case head == nil && start.Name.Local != "result":
			return fail(fmt.Errorf("the file begins with <%s> and not with <result>", start.Name.Local))
		case head == nil:
			head = &resultTag{}
			for _, a := range start.Attr {
				head.set(a.Name.Local, a.Value)
			}
		case start.Name.Local == "run":
			var tag runTag
			if err := d.DecodeElement(&tag, &start); err != nil {
				return fail(err)
			}
			run, err := tag.run(head)
			if err != nil {
				return fail(fmt.Errorf("%s: %w", tag.Name, err))
			}
			runs, properties, files = append(runs, run), append(properties, tag.Properties), append(files, tag.Name)
		default:
			if err := d.Skip(); err != nil {
				return fail(err)
			}
		}
	}
}

func (h *resultTag) set(name, value string) {
	for key, to := range map[string]*string{"name": &h.Name, "displayName": &h.Display, "block": &h.Block,
		"tool": &h.Tool, "version": &h.Version, "options": &h.Options, "memlimit": &h.Memory, "timelimit": &h.Time} {
		if key == name {
			*to = value
		}
	}
}

// config is what the results are called: the tool and the definition of the runs.
func (h *resultTag) config() string {
	name := h.Tool
	if h.Display != "" {
		name = h.Display
	}
	if d := strings.TrimSuffix(strings.TrimSuffix(h.Name, h.Block), "."); d != "" {
		name += " " + d
	}
	return strings.TrimSpace(name)
}

// run makes a run of a tag.
func (t *runTag) run(h *resultTag) (bench.Run, error) {
	r := bench.Run{Config: h.config(), Version: h.Version, Flags: strings.TrimSpace(h.Options + " " + t.Options), Limits: strings.Trim(h.Time+","+h.Memory, ","), Path: t.Name}
	if t.Name == "" {
		return r, errors.New("a run has no name")
	}
	r.Task, r.Family = taskName(t.Name)
	var status, category string
	var wrong error
	number := func(text, unit string) float64 {
		x, err := quantity(text, unit)
		wrong = errors.Join(wrong, err)
		return x
	}
	for _, c := range t.Columns {
		switch c.Title {
		case "status":
			status = c.Value
		case "category":
			category = c.Value
		case "cputime":
			r.CPU = number(c.Value, "s")
		case "walltime":
			r.Wall = number(c.Value, "s")
		case "memory", "memUsage":
			r.MemoryMB = number(c.Value, "B")
		}
	}
	if wrong != nil {
		return r, wrong
	}
	return r, categorize(&r, status, t.Expected, category)
}
