// Package page shows a campaign while it runs, in a browser: progress, what contradicts, verdicts by family and
// configuration, all results to search, and what is kept of each run.
//
//	board:   what came out so far, counted as results arrive          Board
//	store:   results, state and records of a campaign into a board    Follow, Records
//	server:  GET /           the page
//	         GET events      progress, whenever it changes            server-sent events (HTML Living Standard, section 9.2)
//	         GET overview    contradictions, families, workers        JSON of bounded size
//	         GET results     a page of the results that fit a filter  JSON of bounded size
//	         GET runs/JOB    one run
//
// A browser holds some hundred rows, however many results there are: it asks for the part that it shows. There is
// no queue for a client. Its connection takes what is true when it is ready for more, a few times a second at most.
//
// Names and texts come from hostile programs and from workers. They are shortened when they are read, escaped by
// html/template or set as text by the script; the policy of package evidence/page lets no other script run.
package page
