package link

import "cupel/frontend/c/scan"

// kind is the kind of a token.
type kind uint8

const (
	word kind = iota
	number
	literal // a string or a character constant
	punct
)

// role is the name space of a word.
type role uint8

const (
	ordinary role = iota
	tag
	apart // members, keywords of attributes: never renamed
)

// token is a piece of a text: the bytes from start up to end.
type token struct {
	kind       kind
	role       role
	start, end int
	text       string
	pack       int // the value of #pragma pack here; 0: none
}

// tokenize splits a preprocessed text into tokens. Lines that begin with # and comments are skipped; packs is the state of #pragma pack at the end.
func tokenize(src []byte) (out []token, packs packing) {
	kinds := map[scan.Kind]kind{scan.Ident: word, scan.Num: number, scan.Quoted: literal, scan.Punct: punct}
	for t := range scan.Tokens(src) {
		switch text := string(src[t.Start:t.End]); t.Kind {
		case scan.Space, scan.Remark:
		case scan.Line:
			packs.line(text)
		default:
			out = append(out, token{kind: kinds[t.Kind], start: t.Start, end: t.End, text: text, pack: packs.now})
		}
	}
	return out, packs
}
