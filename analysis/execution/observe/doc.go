// Package observe collects what executions of a program look like at its loop heads: states of runs on small random
// inputs, as data from which others guess what holds there and by which they drop what does not. It says nothing about
// executions that it has not seen.
//
// Programs over the integers only (package analysis/intlower). A loop that runs to a large constant takes too long and
// shows too little: such a constant is replaced by a small one, different from run to run, in all places where it or
// a multiple of it stands (Unit). This makes another program, whose executions suggest facts that have to be
// checked on the original, as all of them have.
package observe
