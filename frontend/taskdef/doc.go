// Package taskdef reads the task definitions of SV-COMP and BenchExec (.yml,
// format versions 0.1, 1.0, 2.0 and 2.1) and task sets (.set).
//
// A definition names input files by patterns relative to itself, properties
// with the verdicts expected of them, and options, of which the language and
// the data model matter for C:
//
//	format_version: '2.0'
//	input_files: ex-bad.c
//	properties:
//	  - property_file: ../properties/unreach-call.prp
//	    expected_verdict: false
//	options: {language: C, data_model: ILP32}
//
// Unknown keys are reserved by the format; they give warnings.
package taskdef
