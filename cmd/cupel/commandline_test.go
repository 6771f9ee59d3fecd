package main

import (
	"os/exec"
	"testing"
)

// TestCommandLine: a shell reads the words of the command line as they were.
func TestCommandLine(t *testing.T) {
	for _, args := range [][]string{
		{"verify", "--cpu-time", "3s", "dir/x.c"}, {"a b", "", "it's", `back\slash`, "$HOME", "`id`", "*", "~", "a\nb", "#c", "é", "x=1", "!", "{a,b}"},
	} {
		out, err := exec.Command("sh", "-c", `cupel() { printf '%s\0' "$@"; }; `+commandLine(args)).Output()
		want := ""
		for _, a := range args {
			want += a + "\x00"
		}
		if err != nil || string(out) != want {
			t.Errorf("%q: %s is read as %q (%v)", args, commandLine(args), out, err)
		}
	}
	if got := commandLine([]string{"verify", "--cpu-time", "3s", "x.c"}); got != "cupel verify --cpu-time 3s x.c" {
		t.Error(got)
	}
}
