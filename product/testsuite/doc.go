// Package testsuite writes test suites in the exchange format of Test-Comp: a directory or ZIP archive with
// metadata.xml and a file for each test, which lists the values that the input functions return in call order:
//
//	<testcase>
//	  <input type="int">134217728</input>
//	  <input type="int">4194304</input>
//	</testcase>
//
// Source: the format 1.1 of https://gitlab.com/sosy-lab/test-comp/test-format, whose element order is fixed;
// MetadataDTD and TestDTD are its document type definitions.
package testsuite
