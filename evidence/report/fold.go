package report

import (
	"slices"
	"strings"

	"cupel/internal/lazyregexp"
)

// fold is a run of lines, by index, that a reader need not see at first.
type fold struct {
	From, To int    // inclusive
	Text     string // which functions are there
}

// folds finds the functions that an execution does not pass, and files without a line of interest. All lines of a whole file are shown.
func folds(lines []line, whole bool) (out []fold) {
	if whole {
		return nil
	}
	shown := make([]bool, len(lines))
	for i := range lines {
		l := &lines[i]
		if l.Visits == 0 && !l.Error && len(l.Invariants) == 0 && len(l.Notes) == 0 && len(l.Memory) == 0 {
			continue
		}
		for k := max(0, i-2); k <= min(len(lines)-1, i+2); k++ {
			shown[k] = true
		}
		for k := i; k >= 0; k-- { // up to the head of the function, and down to its end
			shown[k] = true
			if top(lines[k].Text) && lines[k].Text[0] != '}' {
				break
			}
		}
		for k := i + 1; k < len(lines) && !strings.HasPrefix(lines[k-1].Text, "}") && (!top(lines[k].Text) || lines[k].Text[0] == '}'); k++ {
			shown[k] = true
		}
	}
	for i := 0; i < len(lines); {
		j := i
		for j < len(lines) && !shown[j] {
			j++
		}
		if j-i >= leastFold {
			out = append(out, fold{From: i, To: j - 1, Text: functions(lines[i:j])})
		}
		i = j + 1
	}
	return out
}

// top reports whether a line begins in its first column, as heads of functions do, and is no label or directive.
func top(text string) bool {
	return text != "" && !strings.ContainsRune(" \t#/*{", rune(text[0]))
}

var head = lazyregexp.New(`^[A-Za-z_][\w\s*]*?\b([A-Za-z_]\w*)\s*\([^;]*$`)

// functions names those whose heads are among lines.
func functions(lines []line) string {
	var names []string
	for i := range lines {
		if m := head().FindStringSubmatch(lines[i].Text); m != nil && top(lines[i].Text) && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	if more := len(names) - 6; more > 0 {
		names = append(names[:6], "...")
	}
	return strings.Join(names, ", ")
}
