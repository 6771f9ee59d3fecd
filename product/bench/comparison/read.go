package comparison

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"cupel/internal/inputfile"
	"cupel/product/bench"
	"cupel/product/bench/benchexec"
)

// Read reads a file of results: a table of cupel bench or another tool (CSV), a result file of BenchExec (XML, compressed or not), or a
// table of table-generator (CSV with tabs). Which it is, the beginning tells. label is what the results are called where names would be the same.
func Read(file, label string) (Source, error) {
	data, err := inputfile.Read(file, inputfile.Net)
	if err != nil {
		return Source{}, err
	}
	read := func(r io.Reader) ([]bench.Run, error) { return bench.ReadCSV(r) }
	begin := bytes.TrimLeft(data[:min(len(data), 1000)], "\ufeff \t\r\n")
	switch {
	case bytes.HasPrefix(begin, []byte("<")), bytes.HasPrefix(data, []byte("BZh")), bytes.HasPrefix(data, []byte("\x1f\x8b")):
		read = benchexec.ReadXML
	case benchexec.IsTable(data):
		read = benchexec.ReadTable
	}
	runs, err := read(bytes.NewReader(data))
	if err != nil {
		return Source{}, fmt.Errorf("%s:%s", file, place(err))
	}
	if len(runs) == 0 {
		return Source{}, fmt.Errorf("%s: there are no results in it", file)
	}
	return Source{label, runs}, nil
}

// place puts a space before a message that does not begin with a place.
func place(err error) string {
	s := err.Error()
	if s != "" && '0' <= s[0] && s[0] <= '9' {
		return s
	}
	return " " + s
}

// Label is the name of a file of results: that of its directory if the file name is uninformative.
func Label(file string) string {
	base := filepath.Base(file)
	if base == bench.Results {
		return filepath.Base(filepath.Dir(file))
	}
	for _, end := range []string{".bz2", ".gz", ".xml", ".csv", ".table"} {
		base = strings.TrimSuffix(base, end)
	}
	return base
}
