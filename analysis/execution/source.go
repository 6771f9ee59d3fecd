package execution

import (
	"strings"
	"unicode/utf8"

	"cupel/core/program"
	"cupel/frontend/c/scan"
)

// Statement returns the text of the statement or, for a branch, the condition at a position; "" if the source
// is unreadable. It examines brackets, literals and keywords only.
func Statement(lines []string, pos program.Pos, branch bool) string {
	if pos.Line < 1 || pos.Line > len(lines) || pos.Col < 1 || pos.Col > len(lines[pos.Line-1])+1 {
		return ""
	}
	before, text := lines[pos.Line-1][:pos.Col-1], lines[pos.Line-1][pos.Col-1:]
	key := keyword(text)
	branch = branch || key != ""
	for i := pos.Line; i < len(lines) && i < pos.Line+9 && !complete(text, branch); i++ {
		text += "\n" + lines[i]
	}
	end := len(text)
	if i := ending(text, branch); i >= 0 {
		end = i
	} else if i := strings.IndexByte(text, '\n'); i >= 0 {
		end = i
	}
	text = text[:end]
	switch {
	case key == "do":
		text = "do ... while"
	case key == "for":
		if parts := strings.SplitN(text, ";", 3); len(parts) == 3 {
			text = "for (...; " + strings.TrimSpace(parts[1]) + "; ...)"
		}
	case !branch:
		text = declared(before) + text
	}
	words := strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if utf8.RuneCountInString(words) > maxText {
		words = string([]rune(words)[:maxText]) + "..."
	}
	return words
}

// keyword returns the keyword of a branch or loop at the beginning of a text.
func keyword(text string) string {
	for _, k := range []string{"if", "while", "for", "do", "switch"} {
		if rest, ok := strings.CutPrefix(text, k); ok && (rest == "" || !isWord(rest[0])) {
			return k
		}
	}
	return ""
}

// declared returns the type before a declarator, if nothing else precedes it on the line.
func declared(before string) string {
	words := strings.Fields(strings.ReplaceAll(before, "*", " "))
	for _, w := range words {
		for i := range len(w) {
			if !isWord(w[i]) {
				return ""
			}
		}
		switch w {
		case "return", "else", "do", "case", "default", "goto":
			return ""
		}
	}
	return strings.TrimLeft(before, " \t")
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func complete(text string, branch bool) bool { return ending(text, branch) >= 0 }

// ending returns the end of the statement: a semicolon or brace outside of brackets, for a branch the end of
// its condition; -1: not within the text.
func ending(text string, branch bool) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			end, _ := scan.Literal(text, i)
			i = end - 1
		case '/':
			if end := scan.Comment(text, i); end > i {
				if depth == 0 {
					return i
				}
				i = end - 1
			}
		case '(', '[':
			depth++
		case ')', ']':
			depth--
			if depth < 0 || branch && depth == 0 && c == ')' {
				return i + min(depth+1, 1)
			}
		case '{':
			if depth == 0 && (branch || !strings.HasSuffix(strings.TrimSpace(text[:i]), "=")) {
				return i
			}
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		case ';', ',':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}
