// Package execution tells what an execution does in the words of the source: statements with their places, the
// outcomes of conditions, calls, and the values that change, written as a person writes them: characters,
// strings, pointers as an object and a place in it. Repetitions are folded.
//
// A Recorder watches a run of the interpreter (interp.Options.Watch). What it shows is for people only: no
// verdict rests on it.
package execution
