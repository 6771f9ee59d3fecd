package suite

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Task is one property of a manifest.
type Task struct {
	Model, Family string
	ModelFile     string
	PropertyFile  string
	PropertyID    string
	Expected      bool
	Core          bool
}

// Kind is the kind of property, from the name of its file.
func (t Task) Kind() string {
	base := strings.TrimSuffix(filepath.Base(t.PropertyFile), filepath.Ext(t.PropertyFile))
	if kind := strings.TrimPrefix(base, "Reachability"); kind != "" {
		return kind
	}
	return base
}

var required = []string{"model", "family", "model_file", "property_file", "property_id", "expected_verdict"}

// ReadManifest reads the tasks of a manifest. Errors have the form file:line:column: message.
func ReadManifest(path string) ([]Task, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read; check the path", path)
	}
	defer f.Close()
	return readManifest(f, path)
}

func readManifest(src io.Reader, path string) ([]Task, error) {
	r := csv.NewReader(src)
	r.FieldsPerRecord = -1
	columns := map[string]int{}
	var tasks []Task
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return nil, fmt.Errorf("%s:%d:%d: %v", path, parse.Line, parse.Column, parse.Err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line, _ := r.FieldPos(0)
		if len(columns) == 0 {
			for i, name := range row {
				columns[name] = i
			}
			for _, name := range required {
				if !slices.Contains(row, name) {
					return nil, fmt.Errorf("%s:%d:1: there is no column %s; the columns are %s", path, line, name, strings.Join(required, ", "))
				}
			}
			continue
		}
		cell := func(name string) string {
			if i, ok := columns[name]; ok && i < len(row) {
				return row[i]
			}
			return ""
		}
		t := Task{
			Model: cell("model"), Family: cell("family"), PropertyID: cell("property_id"), Core: cell("core") == "1",
			ModelFile: from(path, cell("model_file")), PropertyFile: from(path, cell("property_file")),
		}
		switch cell("expected_verdict") {
		case "TRUE":
			t.Expected = true
		case "FALSE":
		default:
			return nil, fmt.Errorf("%s:%d:1: expected_verdict %q is neither TRUE nor FALSE", path, line, cell("expected_verdict"))
		}
		if t.Model == "" || t.PropertyID == "" || cell("model_file") == "" || cell("property_file") == "" {
			return nil, fmt.Errorf("%s:%d:1: a row without model, model_file, property_file or property_id", path, line)
		}
		tasks = append(tasks, t)
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("%s: no tasks", path)
	}
	return tasks, nil
}

// from resolves a name in a manifest: relative ones are relative to its folder.
func from(manifest, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(manifest), name)
}
