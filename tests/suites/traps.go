package suites

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cupel/product/bench"
)

// Traps reads the tasks of a directory with the table EXPECT.csv: file, verdict, bits of the
// machine, note.
func Traps(dir string) ([]bench.Task, error) {
	r, err := os.Open(filepath.Join(dir, "EXPECT.csv"))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	expected := map[string]string{"TRUE": "true", "FALSE": "false"}
	var tasks []bench.Task
	for i, row := range rows[1:] {
		if expected[row[1]] == "" || row[2] != "32" && row[2] != "64" {
			return nil, fmt.Errorf("EXPECT.csv: row %d: %q", i+2, row)
		}
		name := strings.TrimSuffix(row[0], ".c")
		tasks = append(tasks, bench.Task{Path: filepath.Join(dir, row[0]), Name: name, Family: filepath.Dir(name),
			Expected: expected[row[1]], Flags: []string{"--" + row[2]}})
	}
	return tasks, nil
}
