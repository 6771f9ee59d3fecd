package benchexec

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"cupel/product/bench"
)

// Set describes the common properties of a configuration's runs.
type Set struct {
	Benchmark string // name of the whole
	Config    string
	Version   string // of Cupel
	Options   string // flags of the configuration
	Time      time.Duration
	MemoryMB  int
	Cores     int // that a run may use; 0: not told
	Start     time.Time
	Machine   Machine
}

// Machine describes where the runs took place.
type Machine struct {
	OS, CPU string
	Cores   int
	RAM     int64 // bytes
}

// ThisMachine describes the machine of this process. Unknown values are left out.
func ThisMachine() Machine {
	m := Machine{OS: runtime.GOOS + "/" + runtime.GOARCH, CPU: "unknown", Cores: runtime.NumCPU()}
	each("/proc/cpuinfo", func(key, value string) bool {
		if key == "model name" {
			m.CPU = value
		}
		return key != "model name"
	})
	each("/proc/meminfo", func(key, value string) bool {
		if key == "MemTotal" {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(value, " kB"), 10, 64)
			m.RAM = kb << 10
		}
		return key != "MemTotal"
	})
	return m
}

// each calls f for the lines KEY: VALUE of a file until that returns false.
func each(file string, f func(key, value string) bool) {
	r, err := os.Open(file)
	if err != nil {
		return
	}
	defer r.Close()
	for sc := bufio.NewScanner(r); sc.Scan(); {
		key, value, _ := strings.Cut(sc.Text(), ":")
		if !f(strings.TrimSpace(key), strings.TrimSpace(value)) {
			return
		}
	}
}

// The document, in the order that BenchExec's document type wants.
type (
	outResult struct {
		XMLName   xml.Name  `xml:"result"`
		Benchmark string    `xml:"benchmarkname,attr"`
		Name      string    `xml:"name,attr"`
		Tool      string    `xml:"tool,attr"`
		Module    string    `xml:"toolmodule,attr"`
		Version   string    `xml:"version,attr"`
		Options   string    `xml:"options,attr"`
		Time      string    `xml:"timelimit,attr,omitempty"`
		Memory    string    `xml:"memlimit,attr,omitempty"`
		Cores     int       `xml:"cpuCores,attr,omitempty"`
		Date      string    `xml:"date,attr"`
		Start     string    `xml:"starttime,attr"`
		Generator string    `xml:"generator,attr"`
		Columns   []outCell `xml:"columns>column"`
		System    outSystem `xml:"systeminfo"`
		Runs      []outRun  `xml:"run"`
	}
	outSystem struct {
		OS struct {
			Name string `xml:"name,attr"`
		} `xml:"os"`
		CPU struct {
			Cores int    `xml:"cores,attr"`
			Model string `xml:"model,attr"`
		} `xml:"cpu"`
		RAM struct {
			Size string `xml:"size,attr"`
		} `xml:"ram"`
		Environment struct{} `xml:"environment"`
	}
	outRun struct {
		Name         string    `xml:"name,attr"`
		Files        string    `xml:"files,attr"`
		Properties   string    `xml:"properties,attr,omitempty"`
		PropertyFile string    `xml:"propertyFile,attr,omitempty"`
		Expected     string    `xml:"expectedVerdict,attr,omitempty"`
		Columns      []outCell `xml:"column"`
	}
	outCell struct {
		Title  string `xml:"title,attr"`
		Value  string `xml:"value,attr,omitempty"`
		Hidden bool   `xml:"hidden,attr,omitempty"`
	}
)

const doctype = `<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN" "https://www.sosy-lab.org/benchexec/result-3.0.dtd">` + "\n"

// WriteXML writes the runs of a configuration as a file of results that table-generator reads.
func WriteXML(w io.Writer, s Set, runs []bench.Run) error {
	r := outResult{Benchmark: s.Benchmark, Name: s.Config, Tool: "Cupel", Module: "benchexec.tools.cupel", Version: s.Version, Options: s.Options, Cores: s.Cores,
		Date: s.Start.Format("2006-01-02 15:04:05 MST"), Start: s.Start.Format(time.RFC3339), Generator: "cupel bench",
		Columns: []outCell{{Title: "status"}, {Title: "cputime"}, {Title: "walltime"}, {Title: "memory"}}}
	if s.Time > 0 {
		r.Time = number(s.Time.Seconds()) + "s"
	}
	if s.MemoryMB > 0 {
		r.Memory = fmt.Sprintf("%dB", s.MemoryMB<<20)
	}
	r.System.OS.Name, r.System.CPU.Cores, r.System.CPU.Model = s.Machine.OS, s.Machine.Cores, s.Machine.CPU
	r.System.RAM.Size = fmt.Sprintf("%dB", s.Machine.RAM)
	for i := range runs {
		if runs[i].Config == s.Config {
			r.Runs = append(r.Runs, out(&runs[i]))
		}
	}
	if _, err := io.WriteString(w, xml.Header+doctype); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(r); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// out is a run with the columns that BenchExec would write.
func out(r *bench.Run) outRun {
	name := r.Path
	if name == "" {
		name = r.Task
	}
	o := outRun{Name: name, Files: "[" + name + "]", Properties: r.Property, PropertyFile: r.PropertyFile, Expected: r.Expected}
	status, category := status(r)
	o.Columns = []outCell{{Title: "category", Value: category, Hidden: true}, {Title: "cputime", Value: number(r.CPU) + "s"},
		{Title: "memory", Value: fmt.Sprintf("%.0fB", math.Round(r.MemoryMB*megabyte))}, {Title: "status", Value: status}, {Title: "walltime", Value: number(r.Wall) + "s"}}
	return o
}

// status is what BenchExec's module for Cupel would say, and the category of that.
func status(r *bench.Run) (status, category string) {
	switch r.Verdict {
	case "TRUE":
		status = "true"
	case "FALSE":
		status = "false"
		if r.Property != "" {
			status = "false(" + r.Property + ")"
		}
	case "UNKNOWN":
		return "unknown", "unknown"
	case "TIMEOUT":
		return "TIMEOUT", "error"
	case "MEMORY":
		return "OUT OF MEMORY", "error"
	default:
		if r.Reason != "" {
			return "ERROR (" + r.Reason + ")", "error"
		}
		return "ERROR", "error"
	}
	switch {
	case r.Solved():
		return status, "correct"
	case r.Wrong():
		return status, "wrong"
	case r.Expected == "":
		return status, "missing"
	case r.Category == bench.Unconfirmed:
		return status, "correct-unconfirmed"
	}
	return status, "unknown"
}
