// Package effort says how much the tests that draw random programs, or sample large suites,
// shall do. make test takes little, so that it is quick; make check, which continuous integration
// runs as well, sets CUPEL_CHECK; make long sets CUPEL_LONG.
package effort
