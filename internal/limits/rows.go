package limits

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// A Constant is one row of the table.
type Constant struct {
	Package string      `json:"package"`
	Name    string      `json:"name"`
	Value   json.Number `json:"value"`
	Unit    string      `json:"unit"`
	Why     string      `json:"what_for"`
}

//go:embed table.csv
var table string

// header are the columns of table.csv.
var header = []string{"package", "name", "value", "unit", "what for"}

// All lists the constants, sorted by package and name.
func All() []Constant {
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("table.csv: %v", err)) // a test compares it with the source
	}
	all := make([]Constant, 0, len(rows)-1)
	for _, r := range rows[1:] {
		all = append(all, Constant{r[0], r[1], json.Number(r[2]), r[3], r[4]})
	}
	return all
}

// Matching lists the constants whose qualified name or purpose matches.
func Matching(pattern *regexp.Regexp) []Constant {
	rows := []Constant{}
	for _, c := range All() {
		if pattern.MatchString(c.Package+"."+c.Name) || pattern.MatchString(c.Why) {
			rows = append(rows, c)
		}
	}
	return rows
}

// WriteText prints a line for each constant.
func WriteText(w io.Writer, rows []Constant) error {
	name, value := 0, 0
	for _, c := range rows {
		name, value = max(name, len(c.Package)+1+len(c.Name)), max(value, len(c.Value))
	}
	for _, c := range rows {
		if _, err := fmt.Fprintf(w, "%-*s  %*s %-10s  %s\n", name, c.Package+"."+c.Name, value, c.Value, c.Unit, c.Why); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON prints a list of objects.
func WriteJSON(w io.Writer, rows []Constant) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(rows)
}

// WriteCSV prints comma-separated values with a header.
func WriteCSV(w io.Writer, rows []Constant) error {
	out := csv.NewWriter(w)
	records := [][]string{header}
	for _, c := range rows {
		records = append(records, []string{c.Package, c.Name, c.Value.String(), c.Unit, c.Why})
	}
	return out.WriteAll(records)
}
