// Package sariftest checks files in the Static Analysis Results Interchange Format, for tests: against the schema that OASIS
// publishes (version 2.1.0 with errata 01), which the module go-sarif carries, and by reading them with that module.
package sariftest
