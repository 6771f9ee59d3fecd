// Package stopping tests what ends a run: limits of time and of processor time, an interruption, and phases that do not stop then.
//
//	run := verifier.Run{Overdue: func(r *verifier.Report) { ... }}   // told when a phase goes on after the end of the context
//	rep, err := run.Verify(ctx, task, cfg)
//	rep.Reason                                       // "time limit"
package stopping
