package verifier

import (
	"fmt"
	"path/filepath"
	"strings"

	"cupel/core/program"
	"cupel/frontend/property"
	"cupel/frontend/taskdef"
)

// DecisionEdges is the criterion of Test-Comp's coverage-branches.prp.
const DecisionEdges = "@DECISIONEDGE"

// LoadCoverage reads a C file or a task definition (.yml) and what is to be covered: a property file of Test-Comp, or, where
// that is "", the first property of the definition that is a criterion which wanted accepts; without one the criterion is nil. The
// property of the task is that of the error function, where the criterion names one.
func LoadCoverage(file, propertyFile string, wanted func(*property.Property) bool) (*Task, *property.Property, error) {
	var p *property.Property
	var err error
	if propertyFile != "" {
		if p, err = readCriterion(propertyFile); err != nil {
			return nil, nil, err
		}
	}
	if ext := strings.ToLower(filepath.Ext(file)); ext != ".yml" && ext != ".yaml" {
		t, err := LoadTask(file, "")
		if err != nil {
			return nil, nil, err
		}
		if IsModel(file) {
			return nil, nil, &InputError{Pos: program.Pos{File: file}, Msg: "is " + aModel(file) + "; give a C program"}
		}
		t.PropertyFile = propertyFile
		return t.covering(p), p, nil
	}
	d, err := taskdef.Load(file)
	if err != nil {
		return nil, nil, inputError(err)
	}
	for i := 0; i < len(d.Properties) && p == nil; i++ {
		if q, err := readCriterion(d.Properties[i].File); err == nil && q.Kind == property.Coverage && wanted(q) {
			p, propertyFile = q, d.Properties[i].File
		}
	}
	t := &Task{Property: property.ByName(string(property.UnreachCall))} // none is looked for
	none := ""
	if err := t.fromDefinition(d, &none); err != nil {
		return nil, nil, err
	}
	source, err := LoadTask(t.File, "", t.More...)
	if err != nil {
		return nil, nil, err
	}
	source.DataModel, source.Definition, source.PropertyFile = t.DataModel, file, propertyFile
	return source.covering(p), p, nil
}

// covering makes the property of a task that of a criterion.
func (t *Task) covering(p *property.Property) *Task {
	switch name, call := "", false; {
	case p == nil:
	case p.Kind == property.UnreachCall:
		t.Property = p
	default:
		if name, call = strings.CutPrefix(p.Name, "@CALL("); call {
			t.Property = &property.Property{Kind: property.UnreachCall, Entry: p.Entry, Name: strings.TrimSuffix(name, ")")}
		}
	}
	return t
}

// readCriterion reads a file with one criterion, or the property that an error function is not called.
func readCriterion(file string) (*property.Property, error) {
	ps, err := readProperties(file)
	if err != nil {
		return nil, err
	}
	at := program.Pos{File: file, Line: ps[0].Line, Col: 1}
	p := ps[0]
	p.Line = 0
	known := p.Kind == property.UnreachCall || p.Kind == property.Coverage && (p.Name == DecisionEdges || strings.HasPrefix(p.Name, "@CALL("))
	switch {
	case len(ps) > 1:
		return nil, &InputError{Pos: program.Pos{File: file, Line: ps[1].Line, Col: 1}, Msg: "more than one property; keep one"}
	case !known:
		return nil, &InputError{Pos: at, Msg: fmt.Sprintf("nothing is known of how to cover %s; supported: COVER EDGES(%s), COVER EDGES(@CALL(f))", p.String(), DecisionEdges)}
	}
	return &p, nil
}
