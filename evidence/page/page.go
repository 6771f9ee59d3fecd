package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
)

//go:embed frame.html
var frame string

//go:embed page.css
var style string

// Parse makes the template of a page. Its text begins with {{template "head" .Head}} and ends with {{template "foot" .Head}}, where Head
// is a field of the data. A mistake in the text is a panic: texts are part of the program.
func Parse(name, text string, funcs template.FuncMap) *template.Template {
	t := template.Must(template.New(name).Funcs(funcs).Parse(frame))
	return template.Must(t.Parse(text))
}

// Head is what the frame of a page is given.
type Head struct {
	Title  string
	Styles template.CSS
	Script template.JS // "": none
	Live   bool        // the script asks the server that the page is from
}

// NewHead makes a head; styles are those besides the common ones.
func NewHead(title, styles, script string) Head {
	return Head{Title: title, Styles: template.CSS(style + styles), Script: template.JS(script)}
}

// Policy is what the browser may do for the page: run its script, known by its hash, and for a live page talk to its server.
func (h Head) Policy() string {
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; img-src data:"
	if h.Script != "" {
		sum := sha256.Sum256([]byte(h.Script))
		policy += "; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	if h.Live {
		policy += "; connect-src 'self'"
	}
	return policy
}
