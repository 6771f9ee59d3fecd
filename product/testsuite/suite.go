package testsuite

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"
)

// Metadata describes a suite: program, criterion and producer.
type Metadata struct {
	Producer      string // name and version of the program that made it
	Specification string // the coverage criterion, as property files have it
	ProgramFile   string
	ProgramHash   string // SHA-256 of the file, in hexadecimal digits
	Entry         string // the function that the program starts in
	Architecture  string // Bits32 or Bits64
	Created       time.Time
}

// The architectures.
const (
	Bits32 = "32bit"
	Bits64 = "64bit"
)

// A Test is one execution's inputs.
type Test struct {
	CoversError bool
	Inputs      []Input
}

// Input is the value of one call.
type Input struct {
	Type  string // of C; "": not said
	Value string // a C literal
}

// A Suite is a set of tests with its metadata.
type Suite struct {
	Metadata Metadata
	Tests    []Test
}

const (
	header       = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>` + "\n"
	testType     = `<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">` + "\n"
	metadataType = `<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">` + "\n"
)

// MetadataDTD is the document type of metadata.xml.
const MetadataDTD = `<!ELEMENT test-metadata (sourcecodelang, producer, specification, programfile, programhash, entryfunction, architecture, inputtestsuitefile*, inputtestsuitehash*, creationtime)>
<!ELEMENT sourcecodelang (#PCDATA)>
<!ELEMENT producer (#PCDATA)>
<!ELEMENT specification (#PCDATA)>
<!ELEMENT programfile (#PCDATA)>
<!ELEMENT programhash (#PCDATA)>
<!ELEMENT entryfunction (#PCDATA)>
<!ELEMENT architecture (#PCDATA)>
<!ELEMENT inputtestsuitefile (#PCDATA)>
<!ELEMENT inputtestsuitehash (#PCDATA)>
<!ELEMENT creationtime (#PCDATA)>
`

// TestDTD is the document type of a test.
const TestDTD = `<!ELEMENT testcase (input*)>
<!ATTLIST testcase coversError (true|false) "false">
<!ELEMENT input (#PCDATA)>
<!ATTLIST input variable CDATA #IMPLIED>
<!ATTLIST input type CDATA #IMPLIED>
`

// xmlMetadata has the order of the format.
type xmlMetadata struct {
	XMLName      xml.Name `xml:"test-metadata"`
	Language     string   `xml:"sourcecodelang"`
	Producer     string   `xml:"producer"`
	Spec         string   `xml:"specification"`
	File         string   `xml:"programfile"`
	Hash         string   `xml:"programhash"`
	Entry        string   `xml:"entryfunction"`
	Architecture string   `xml:"architecture"`
	Created      string   `xml:"creationtime"`
}

type xmlTest struct {
	XMLName xml.Name   `xml:"testcase"`
	Error   string     `xml:"coversError,attr,omitempty"`
	Inputs  []xmlInput `xml:"input"`
}

type xmlInput struct {
	Type  string `xml:"type,attr,omitempty"`
	Value string `xml:",chardata"`
}

// File is one file of a suite.
type File struct {
	Name string
	Data []byte
}

// Files are those of a suite: metadata.xml, then the tests in order.
func (s *Suite) Files() ([]File, error) {
	m := &s.Metadata
	first, err := document(metadataType, &xmlMetadata{Language: "C", Producer: m.Producer, Spec: m.Specification, File: m.ProgramFile, Hash: m.ProgramHash,
		Entry: m.Entry, Architecture: m.Architecture, Created: m.Created.UTC().Format(time.RFC3339)})
	if err != nil {
		return nil, err
	}
	files := []File{{metadataName, first}}
	for i := range s.Tests {
		x := &xmlTest{}
		if s.Tests[i].CoversError {
			x.Error = "true"
		}
		for _, in := range s.Tests[i].Inputs {
			x.Inputs = append(x.Inputs, xmlInput(in))
		}
		data, err := document(testType, x)
		if err != nil {
			return nil, err
		}
		files = append(files, File{fmt.Sprintf("test-%0*d.xml", max(3, len(fmt.Sprint(len(s.Tests)))), i+1), data})
	}
	return files, nil
}

const metadataName = "metadata.xml"

func document(doctype string, what any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(header + doctype)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(what); err != nil {
		return nil, fmt.Errorf("testsuite: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
