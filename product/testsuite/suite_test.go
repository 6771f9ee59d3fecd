package testsuite

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cupel/tests/need"
)

func sample() *Suite {
	return &Suite{
		Metadata: Metadata{Producer: "Cupel <test> & more", Specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", ProgramFile: "a \"b\".c",
			ProgramHash: strings.Repeat("0f", 32), Entry: "main", Architecture: Bits64, Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))},
		Tests: []Test{{}, {CoversError: true, Inputs: []Input{{"int", "-5"}, {"char", "'<'"}, {"", "0x1p-3"}}}},
	}
}

// elements are the names of the elements of a document below its root, in order, and the root's.
func elements(t *testing.T, data []byte) string {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	var out []string
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return strings.Join(out, " ")
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok {
			out = append(out, e.Name.Local)
		}
	}
}

// content turns the content model of an element into a regular expression over names.
func content(dtd, element string) *regexp.Regexp {
	m := regexp.MustCompile(`<!ELEMENT ` + element + ` \(([^)]*)\)>`).FindStringSubmatch(dtd)
	var b strings.Builder
	b.WriteString("^" + element)
	for _, part := range strings.Split(m[1], ",") {
		name, many := strings.CutSuffix(strings.TrimSpace(part), "*")
		if b.WriteString("( " + name + ")"); many {
			b.WriteString("*")
		}
	}
	return regexp.MustCompile(b.String() + "$")
}

// TestFiles: the documents follow the order of their types, and xmllint, where it is installed, finds them valid.
func TestFiles(t *testing.T) {
	s := sample()
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 || files[0].Name != "metadata.xml" || files[1].Name != "test-001.xml" || files[2].Name != "test-002.xml" {
		t.Fatalf("%d files", len(files))
	}
	dir := t.TempDir()
	lint := need.Has(t, "xmllint")
	for i, f := range files {
		dtd, root := TestDTD, "testcase"
		if i == 0 {
			dtd, root = MetadataDTD, "test-metadata"
		}
		if got := elements(t, f.Data); !content(dtd, root).MatchString(got) {
			t.Errorf("%s has %s", f.Name, got)
		}
		if !lint {
			continue
		}
		file, types := filepath.Join(dir, f.Name), filepath.Join(dir, root+".dtd")
		if err := errors.Join(os.WriteFile(file, f.Data, 0o644), os.WriteFile(types, []byte(dtd), 0o644)); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("xmllint", "--nonet", "--noout", "--dtdvalid", types, file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", f.Name, err, out)
		}
	}
	var back xmlTest
	if err := xml.Unmarshal(files[2].Data, &back); err != nil || back.Error != "true" || len(back.Inputs) != 3 || back.Inputs[1].Value != "'<'" {
		t.Errorf("read back: %v, %v", back, err)
	}
	if !bytes.Contains(files[0].Data, []byte("<creationtime>2026-01-02T02:04:05Z</creationtime>")) {
		t.Errorf("%s", files[0].Data)
	}
}

// TestWrite: a suite replaces a suite, and nothing else.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "suite")
	s := sample()
	for range 2 {
		if err := Check(path); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(path); err != nil {
			t.Fatal(err)
		}
	}
	s.Tests = s.Tests[:1]
	if err := s.Write(path); err != nil {
		t.Fatal(err)
	}
	if list, _ := os.ReadDir(path); len(list) != 2 {
		t.Errorf("%d files", len(list))
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("%d things are left beside the suite", len(list))
	}
	foreign := filepath.Join(dir, "other")
	if err := errors.Join(os.Mkdir(foreign, 0o755), os.WriteFile(filepath.Join(foreign, "notes.txt"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if Check(foreign) == nil || s.Write(foreign) == nil {
		t.Error("a directory with other files is replaced")
	}
	if Check(filepath.Join(foreign, "notes.txt")) == nil {
		t.Error("a file is taken for a directory")
	}
	if Check(filepath.Join(dir, "none", "suite")) == nil {
		t.Error("a directory is made in one that is not there")
	}
	archive := filepath.Join(dir, "suite.zip")
	if err := errors.Join(Check(archive), s.Write(archive)); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) != 2 || z.File[0].Name != "metadata.xml" {
		t.Errorf("%d files in the archive", len(z.File))
	}
}

// ExampleSuite_Files shows a test.
func ExampleSuite_Files() {
	s := &Suite{Tests: []Test{{CoversError: true, Inputs: []Input{{"int", "5"}}}}}
	files, err := s.Files()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(files[1].Data))
	// Output:
	// <?xml version="1.0" encoding="UTF-8" standalone="no"?>
	// <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
	// <testcase coversError="true">
	//   <input type="int">5</input>
	// </testcase>
}
