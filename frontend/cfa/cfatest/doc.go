// Package cfatest generates small random models in the CFA language and decides
// them by enumerating their states. It evaluates expressions on its own, as the
// grammar of Theta groups them and SMT-LIB defines them.
package cfatest
