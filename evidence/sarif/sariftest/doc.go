// Package sariftest validates SARIF files in tests: against the schema that OASIS publishes (version 2.1.0 with
// errata 01), which the module go-sarif carries, and by parsing them with that module.
package sariftest
