// Package packaging tests the artefacts shipped beside the source: the module and the definitions for BenchExec (scripts/benchexec), the archive
// (scripts/archive.sh), the container file. It has no code of its own.
package packaging
