package verifier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/compile"
	"cupel/internal/lazyregexp"
)

// lineMarker is gcc's form of #line.
var lineMarker = lazyregexp.New(`(?m)^# (\d+) ("(?:[^"\\]|\\.)*").*$`)

// preprocessed returns the text of a file after the host's own
// preprocessor with the host's headers (--system-headers).
// It starts gcc -E, which reads files and runs nothing of them.
func (u *setup) preprocessed(ctx context.Context, path string, how *compile.Settings) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, preprocessTime)
	defer cancel()
	bits := "-m32"
	if u.cfg.DataModel == program.LP64 {
		bits = "-m64"
	}
	file, err := filepath.Abs(path) // no name is taken for an option
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "gcc", slices.Concat([]string{"-E", bits}, how.Flags(), []string{"-x", "c", file})...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, &InputError{Msg: "--system-headers needs gcc, which is not installed"}
	case err != nil:
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return nil, &InputError{Msg: fmt.Sprintf("gcc -E: %v: %s", err, first)}
	}
	out = bytes.ReplaceAll(out, []byte(fmt.Sprintf("%q", file)), []byte(fmt.Sprintf("%q", path)))
	return lineMarker().ReplaceAll(out, []byte("#line $1 $2")), nil
}
