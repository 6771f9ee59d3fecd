package page_test

import (
	"os"

	"cupel/evidence/page"
)

func ExampleParse() {
	p := page.Parse("small", `{{template "head" .Head}}<p>{{.Text}}</p>
{{template "foot" .Head}}`, nil)
	data := struct {
		Head page.Head
		Text string
	}{page.Head{Title: "a < b"}, "a < b"}
	if err := p.Execute(os.Stdout, data); err != nil {
		panic(err)
	}
	// Output:
	// <!DOCTYPE html>
	// <html lang="en">
	// <head>
	// <meta charset="utf-8">
	// <meta name="viewport" content="width=device-width, initial-scale=1">
	// <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:">
	// <meta name="referrer" content="no-referrer">
	// <link rel="icon" href="data:,">
	// <title>a &lt; b</title>
	// <style></style>
	// </head>
	// <body><p>a &lt; b</p>
	// </body>
	// </html>
}
