// Package report renders the result of cupel verify (evidence.Report) in other formats than text: a
// self-contained HTML page with the source, the execution to step through, graphs and the certificate; SARIF;
// JUnit test results; annotations of a GitHub workflow.
//
//	::error file=f.c,line=7,col=5,title=cupel%3A false(unreach-call)::An execution of f.c reaches the error. ...
//
// All content comes from programs that may be hostile: the page escapes it (html/template), loads no resources,
// and its content security policy admits no script but its own.
package report
