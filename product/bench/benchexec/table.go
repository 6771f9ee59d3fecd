package benchexec

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"cupel/product/bench"
)

// IsTable reports whether a text begins like a table of table-generator.
func IsTable(begin []byte) bool { return strings.HasPrefix(string(begin), "tool\t") }

// column is one of a table.
type column struct {
	of   int // index of the configuration; -1: tells the task
	name string
	unit string
}

// table is the head of a table.
type table struct {
	configs []string
	columns []column
	prefix  string // of the names of all tasks
	named   int    // the column with the name of the task
}

// ReadTable reads a table that table-generator wrote as CSV. Errors name the line.
func ReadTable(r io.Reader) ([]bench.Run, error) {
	in, err := open(r)
	if err != nil {
		return nil, err
	}
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<24)
	var heads [][]string
	for len(heads) < 3 && sc.Scan() {
		heads = append(heads, strings.Split(strings.TrimSuffix(sc.Text(), "\r"), "\t"))
	}
	if len(heads) < 3 {
		return nil, errors.Join(errors.New("1:1: a table has three rows of heads"), sc.Err())
	}
	t, err := readHeads(heads)
	if err != nil {
		return nil, err
	}
	var runs []bench.Run
	var properties, files []string
	for line := 4; sc.Scan(); line++ {
		if sc.Text() == "" {
			continue
		}
		row := strings.Split(strings.TrimSuffix(sc.Text(), "\r"), "\t")
		if len(row) != len(t.columns) {
			return nil, fmt.Errorf("%d:1: the row has %d columns, the heads have %d", line, len(row), len(t.columns))
		}
		got, property, err := t.row(row)
		if err != nil {
			return nil, fmt.Errorf("%d:1: %w", line, err)
		}
		for range got {
			properties, files = append(properties, property), append(files, row[t.named])
		}
		runs = append(runs, got...)
	}
	if err := sc.Err(); err != nil {
		return nil, err
	}
	tell(runs, properties, files)
	return runs, nil
}

// readHeads reads tool, run set and title of the columns. Those without a tool tell the task. The results of a
// configuration begin with its status.
func readHeads(h [][]string) (*table, error) {
	n := len(h[2])
	if len(h[0]) != n || len(h[1]) != n || h[0][0] != "tool" {
		return nil, errors.New("1:1: the rows of heads are not those of a table: tool, run set, titles, as long as each other")
	}
	t := &table{}
	seen := map[string]int{}
	for i := range n {
		if i == 0 || strings.TrimSpace(h[0][i]) == "" {
			t.columns = append(t.columns, column{of: -1, name: h[2][i]})
			if len(t.configs) > 0 {
				return nil, fmt.Errorf("1:1: column %d belongs to no tool", i+1)
			}
			continue
		}
		title, unit, _ := strings.Cut(strings.TrimSuffix(h[2][i], ")"), " (")
		if title == "status" || len(t.configs) == 0 {
			name := strings.TrimSpace(strings.TrimSpace(h[0][i]) + " " + h[1][i])
			if seen[name]++; seen[name] > 1 {
				name = fmt.Sprintf("%s #%d", name, seen[name])
			}
			t.configs = append(t.configs, name)
		}
		t.columns = append(t.columns, column{len(t.configs) - 1, title, unit})
	}
	if len(t.configs) == 0 {
		return nil, errors.New("1:1: there are no columns of results")
	}
	for i, c := range t.columns {
		if c.of < 0 && c.name == "task" {
			t.named = i
		}
	}
	if t.columns[t.named].name != "task" {
		t.prefix = t.columns[t.named].name
	}
	return t, nil
}

// row makes the runs of a row, and tells the property of the task.
func (t *table) row(row []string) ([]bench.Run, string, error) {
	file := row[t.named]
	if file == "" {
		return nil, "", errors.New("the task has no name")
	}
	full := file
	if t.prefix != "" && !strings.HasPrefix(file, t.prefix) {
		full = strings.TrimSuffix(t.prefix, "/") + "/" + file
	}
	name, family := taskName(full)
	expected, property := "", ""
	for i, c := range t.columns {
		if c.of >= 0 || i == t.named {
			continue
		}
		v := row[i]
		switch { // table-generator leaves their titles out
		case v == "true" || v == "false" || strings.HasPrefix(v, "false("):
			expected = v
		case v != "" && property == "":
			property = v
		}
	}
	runs := make([]bench.Run, len(t.configs))
	status, category := make([]string, len(runs)), make([]string, len(runs))
	there := make([]bool, len(runs))
	for i, c := range t.columns {
		if c.of < 0 || row[i] == "" {
			continue
		}
		r := &runs[c.of]
		there[c.of] = true
		var err error
		switch strings.ToLower(c.name) {
		case "status":
			status[c.of] = row[i]
		case "category":
			category[c.of] = row[i]
		case "cputime", "cpu time":
			r.CPU, err = quantity(row[i], cmp.Or(c.unit, "s"))
		case "walltime", "wall time":
			r.Wall, err = quantity(row[i], cmp.Or(c.unit, "s"))
		case "memory", "memusage":
			r.MemoryMB, err = quantity(row[i], cmp.Or(c.unit, "B"))
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", c.name, err)
		}
	}
	var out []bench.Run
	for i := range runs {
		if !there[i] {
			continue // the tool was not asked
		}
		r := &runs[i]
		r.Config, r.Task, r.Family, r.Path = t.configs[i], name, family, full
		if err := categorize(r, status[i], expected, category[i]); err != nil {
			return nil, "", fmt.Errorf("%s: %w", r.Config, err)
		}
		out = append(out, *r)
	}
	return out, property, nil
}
