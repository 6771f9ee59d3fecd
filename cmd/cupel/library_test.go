package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestLibrary: the command lists the modelled library functions of a header, as text and JSON, and rejects unknown headers and formats.
func TestLibrary(t *testing.T) {
	run := func(args ...string) (string, int) {
		var out, errs bytes.Buffer
		code := execute(append([]string{"library"}, args...), &out, &errs)
		return out.String() + errs.String(), code
	}
	text, code := run("--header", "string.h")
	if code != 0 || !strings.Contains(text, "strstr") || strings.Contains(text, "stdio.h") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
	text, code = run("--format", "json")
	var rows []libraryRow
	if err := json.Unmarshal([]byte(text), &rows); err != nil || code != 0 || len(rows) < 300 {
		t.Errorf("exit code %d, %d rows: %v", code, len(rows), err)
	}
	if text, code = run("--header", "nothing.h"); code != exitInput {
		t.Errorf("exit code %d: %s", code, text)
	}
	if text, code = run("--format", "yaml"); code != exitInput {
		t.Errorf("exit code %d: %s", code, text)
	}
}
