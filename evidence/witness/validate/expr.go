package validate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/internal/lazyregexp"
)

// token matches the relevant tokens of C expressions.
var token = lazyregexp.New(`[A-Za-z_]\w*|\\\w+|\.?[0-9](?:[eEpP][+-]|[\w.])*|'(?:[^'\\\n]|\\.)'|<<=|>>=|==>|<==>|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%<>=!&|^~?:.,()\[\]]`)

var typeWords = []string{"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "__int128", "const", "volatile",
	"struct", "union", "enum", "__signed__", "__int128_t", "__uint128_t", "_Float128", "__float128"}

// clean converts an expression of a witness to C without side effects; result replaces \result, and earlier,
// unless it is nil, names what replaces \at(x, AnyPrev) for a variable x, which may be a member of a structure.
// It refuses everything that may not be a single expression, so that the result can be inserted into a program.
// An *unsupportedExpr belongs to a richer language.
func clean(expr, result string, earlier func(x string) string, isType func(string) bool) (string, error) {
	expr = strings.TrimSuffix(strings.TrimSpace(expr), ";")
	if strings.ContainsAny(expr, "\n\r") {
		expr = strings.Join(strings.Fields(expr), " ")
	}
	if strings.TrimSpace(expr) == "" {
		return "", fmt.Errorf("the expression is empty")
	}
	if strings.Contains(expr, "/*") || strings.Contains(expr, "//") {
		return "", fmt.Errorf("a comment in the expression")
	}
	var tokens []string
	rest := expr
	for {
		if rest = strings.TrimLeft(rest, " \t"); rest == "" {
			break
		}
		at := token().FindStringIndex(rest)
		if at == nil || at[0] != 0 {
			return "", fmt.Errorf("%.20q begins no token of an expression of C", rest)
		}
		tokens = append(tokens, rest[:at[1]])
		rest = rest[at[1]:]
	}
	var own map[int]bool
	if earlier != nil {
		tokens, own = replaceEarlier(tokens, earlier)
	}
	var open []int
	types := map[int]bool{} // closing parentheses of casts
	for i, t := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		word := t[0] == '_' || 'a' <= t[0] && t[0] <= 'z' || 'A' <= t[0] && t[0] <= 'Z'
		switch {
		case t == `\result` && result != "":
			tokens[i] = result
		case t == `\true` || t == "true" && !isType("true"):
			tokens[i] = "1"
		case t == `\false` || t == "false":
			tokens[i] = "0"
		case t[0] == '\\' || t == "==>" || t == "<==>":
			return "", &unsupportedExpr{fmt.Sprintf("%s is no C", t)}
		case t == "=" || t == "++" || t == "--" || len(t) > 1 && strings.HasSuffix(t, "=") && !slices.Contains([]string{"==", "!=", "<=", ">="}, t):
			return "", fmt.Errorf("%s has a side effect", t)
		case own[i]:
		case strings.HasPrefix(t, prefix):
			return "", fmt.Errorf("%s is reserved", t)
		case t == "(" || t == "[":
			open = append(open, i)
		case t == ")" || t == "]":
			if len(open) == 0 || (tokens[open[len(open)-1]] == "(") != (t == ")") {
				return "", fmt.Errorf("%s closes nothing", t)
			}
			from := open[len(open)-1]
			open = open[:len(open)-1]
			types[i] = t == ")" && i > from+1
			for _, in := range tokens[from+1 : i] {
				types[i] = types[i] && (in == "*" || slices.Contains(typeWords, in) || isType(in) || slices.Contains([]string{"struct", "union", "enum"}, tokens[from+1]))
			}
			if next == "(" && !types[i] {
				return "", &unsupportedExpr{"a call of a function"}
			}
		case word && next == "(" && t != "sizeof" && t != "_Alignof" && t != "__alignof__":
			return "", &unsupportedExpr{fmt.Sprintf("%s is called", t)}
		}
	}
	if len(open) > 0 {
		return "", fmt.Errorf("%s is not closed", tokens[open[len(open)-1]])
	}
	return strings.Join(tokens, " "), nil
}

// replaceEarlier replaces each \at(x, AnyPrev) by one token, and returns which these are.
func replaceEarlier(tokens []string, earlier func(x string) string) (out []string, own map[int]bool) {
	own = map[int]bool{}
	for i := 0; i < len(tokens); i++ {
		if tokens[i] == `\at` && i+2 < len(tokens) && tokens[i+1] == "(" {
			k := i + 2
			for k+2 < len(tokens) && identifier().MatchString(tokens[k]) && tokens[k+1] == "." {
				k += 2
			}
			if k+3 < len(tokens) && identifier().MatchString(tokens[k]) && !strings.HasPrefix(tokens[i+2], prefix) && tokens[k+1] == "," && tokens[k+2] == "AnyPrev" && tokens[k+3] == ")" {
				own[len(out)] = true
				out = append(out, earlier(strings.Join(tokens[i+2:k+1], "")))
				i = k + 3
				continue
			}
		}
		out = append(out, tokens[i])
	}
	return out, own
}

var identifier = lazyregexp.New(`^[A-Za-z_]\w*$`)

// An unsupportedExpr is no C expression without calls, but may be meaningful.
type unsupportedExpr struct{ msg string }

func (e *unsupportedExpr) Error() string { return e.msg }

// prefix is the prefix of inserted names.
const prefix = "__cupel_"
