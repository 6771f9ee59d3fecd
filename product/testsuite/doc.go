// Package testsuite writes test suites in the exchange format of Test-Comp: a folder, or a ZIP archive, with metadata.xml and a file for
// each test. A test is the values that the input functions return, in the order of their calls.
//
// Source: the format 1.1 of https://gitlab.com/sosy-lab/test-comp/test-format, whose element order is fixed; MetadataDTD and TestDTD say
// the same as its document type definitions.
package testsuite
