// Package aigertest makes random circuits in the AIGER format, whose bad states it searches itself.
package aigertest
