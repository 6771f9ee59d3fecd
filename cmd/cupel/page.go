package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"

	"cupel/evidence/report"
	"cupel/internal/wholefile"
	"cupel/verifier"
)

// page writes the HTML page. A failure is recorded as an output that was not written.
func (f *verifyFlags) page(rep *verifier.Report) {
	if f.cfg.Report == "" {
		return
	}
	err := replaceable(f.cfg.Report, rep, doctype)
	if err == nil {
		err = wholefile.Write(f.cfg.Report, func(w io.Writer) error {
			return report.WriteHTML(w, rep, report.Context{Version: verifier.Version, CommandLine: f.cfg.CommandLine, Choices: f.cfg.Effective()})
		})
	}
	if err != nil {
		rep.Unwritten = append(rep.Unwritten, "--report: "+err.Error())
	}
}

// results writes the verdict as the result of a test.
func (f *verifyFlags) results(rep *verifier.Report) {
	if f.junit == "" {
		return
	}
	err := replaceable(f.junit, rep, xml.Header)
	if err == nil {
		err = wholefile.Write(f.junit, func(w io.Writer) error { return report.WriteJUnit(w, report.Task{Name: rep.Program, Report: rep}) })
	}
	if err != nil {
		rep.Unwritten = append(rep.Unwritten, "--junit: "+err.Error())
	}
}

// replaceable reports why a file must not be written. A run that ended before the program was read does not know what
// its inputs are: then nothing is replaced but what begins like another file of the kind.
func replaceable(file string, rep *verifier.Report, beginning string) error {
	if rep.Read {
		return nil
	}
	r, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer r.Close()
	begin := make([]byte, len(beginning))
	if _, err := io.ReadFull(r, begin); err != nil || !strings.EqualFold(string(begin), beginning) {
		return errors.New("the run ended before the program was read, and " + file + " may be an input; it is left as it is")
	}
	return nil
}

const doctype = "<!DOCTYPE html>"
