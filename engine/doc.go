// Package engine defines what a verification engine is, what it is given and what
// it returns, and how it describes itself.
package engine
