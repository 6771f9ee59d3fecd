package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"cupel/internal/wholefile"
	"cupel/report"
	"cupel/verifier"
)

// page writes the page for people. A failure is one of the outputs that were not written.
func (f *verifyFlags) page(rep *verifier.Report) {
	if f.cfg.Report == "" {
		return
	}
	err := replaceable(f.cfg.Report, rep)
	if err == nil {
		err = wholefile.Write(f.cfg.Report, func(w io.Writer) error {
			return report.WriteHTML(w, rep, report.Context{Version: verifier.Version, CommandLine: f.cfg.CommandLine, Choices: f.cfg.Effective()})
		})
	}
	if err != nil {
		rep.Unwritten = append(rep.Unwritten, "--report: "+err.Error())
	}
}

// replaceable reports why a page must not be written. A run that ended before the program was read does not know what
// its inputs are: then nothing but a page is replaced.
func replaceable(file string, rep *verifier.Report) error {
	if len(rep.Sources) > 0 {
		return nil
	}
	r, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer r.Close()
	begin := make([]byte, len(doctype))
	if _, err := io.ReadFull(r, begin); err != nil || !strings.EqualFold(string(begin), doctype) {
		return errors.New("the run ended before the program was read, and " + file + " may be an input; it is left as it is")
	}
	return nil
}

const doctype = "<!DOCTYPE html>"
