package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cupel/frontend/taskdef"
	"cupel/verifier"
)

// manifestName is the table of tasks that stands for a directory of models.
const manifestName = "MANIFEST.csv"

// listed is a task before its file was read.
type listed struct {
	file     string
	family   string // "": the name of the file's directory
	expected string // of a manifest: "true", "false" or "" when it is not to be scored
	manifest bool
}

// readManifest reads the tasks of a table with the columns file, family and
// expected, and optionally property and notes. Files are relative to the table.
// Rows about another property than the reachability of an error and rows about
// files that cupel verify does not read are no tasks, and neither are rows whose
// expected verdict is n/a. A verdict other than true and false, or one marked
// unconfirmed, is never scored.
func readManifest(path string) ([]listed, error) {
	rows, err := tableRows(path)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, &verifier.InputError{Msg: path + ":1:1: the table is empty; its first line names the columns file, family, expected"}
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	for _, name := range []string{"file", "family", "expected"} {
		if column(name) < 0 {
			return nil, &verifier.InputError{Msg: fmt.Sprintf("%s:1:1: there is no column %s; the first line names the columns file, family, expected", path, name)}
		}
	}
	cell := func(row []string, name string) string {
		if i := column(name); i >= 0 {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	var out []listed
	for i, row := range rows[1:] {
		file := cell(row, "file")
		if file == "" {
			return nil, withoutFile(path, i)
		}
		l := listed{file: filepath.Join(filepath.Dir(path), file), family: cell(row, "family"), manifest: true}
		property, expected := cell(row, "property"), strings.ToLower(cell(row, "expected"))
		if !verifiable(file) || !strings.HasPrefix(property, "unreach") && property != "" || expected == "n/a" {
			continue
		}
		doubtful := strings.Contains(strings.ToLower(property+" "+cell(row, "notes")), "unconfirmed")
		if (expected == "true" || expected == "false") && !doubtful {
			l.expected = expected
		}
		out = append(out, l)
	}
	return out, nil
}

// verifiable reports whether a table's file can be a task.
func verifiable(file string) bool {
	switch filepath.Ext(file) {
	case ".c", ".i", ".yml":
		return true
	}
	return verifier.IsModel(file)
}

// find lists the tasks that a command line argument stands for.
func find(arg string) ([]listed, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, &verifier.InputError{Msg: arg + ": cannot be read; check the path"}
	}
	switch {
	case info.IsDir():
		return findIn(arg)
	case filepath.Ext(arg) == ".csv":
		return readManifest(arg)
	case filepath.Ext(arg) == ".yml", verifier.IsModel(arg):
		return []listed{{file: arg}}, nil
	case filepath.Ext(arg) == ".set":
		files, err := taskdef.LoadSet(arg)
		if err != nil {
			return nil, &verifier.InputError{Msg: err.Error()}
		}
		var out []listed
		for _, f := range files {
			out = append(out, listed{file: f})
		}
		return out, nil
	}
	return nil, &verifier.InputError{Msg: arg + ": is no .set file, table of tasks (.csv), task definition (.yml), model (.cfa, .theta, .aag, .aig, .btor2) or directory of them"}
}

// findIn lists the tasks of a directory: those of its table when it has one.
func findIn(dir string) ([]listed, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &verifier.InputError{Msg: dir + ": cannot be read; check its permissions"}
	}
	var out []listed
	models := false
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if filepath.Ext(name) == ".yml" || verifier.IsModel(name) {
			out = append(out, listed{file: name})
			models = models || verifier.IsModel(name)
		}
	}
	if table := filepath.Join(dir, manifestName); len(out) == 0 || models {
		if _, err := os.Stat(table); err == nil {
			return readManifest(table)
		}
	}
	return out, nil
}

// tableRows reads all rows of a table, the names of its columns first.
func tableRows(path string) ([][]string, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, &verifier.InputError{Msg: path + ": cannot be read; check the path"}
	}
	defer r.Close()
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, &verifier.InputError{Msg: path + ": " + err.Error()}
	}
	return rows, nil
}

// withoutFile is the mistake that the i-th row behind the names of a table names no file.
func withoutFile(path string, i int) error {
	return &verifier.InputError{Msg: fmt.Sprintf("%s: row %d has no file; name one", path, i+2)}
}
