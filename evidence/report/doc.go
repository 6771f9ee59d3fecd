// Package report says what cupel verify found in other forms than its own text: as one HTML page that needs nothing
// else, with the source, the execution to step through, graphs and the certificate; as SARIF; as JUnit's results of tests; as
// annotations of a GitHub workflow.
//
// Everything in a report comes from programs that may be hostile: the page escapes it (html/template), loads nothing, and
// has a policy that lets no script run but its own.
package report
