// Package effort determines how many random programs or suite samples tests use: few in make test, for speed; more in make check, which continuous integration
// runs as well and which sets CUPEL_CHECK; most in make long, which sets CUPEL_LONG.
package effort
