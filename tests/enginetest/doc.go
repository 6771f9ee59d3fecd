// Package enginetest is a differential test of engines: verdicts on random programs are compared with explicit
// enumeration of the states (package programtest).
//
//	enginetest.RandomPrograms(t, []enginetest.Configuration{{Name: "constants", Engine: bmc.New(bmc.Options{})}})
package enginetest
