// Package worker runs the jobs of campaigns (package campaign): each in a directory of its own and as a process that
// is limited by the system, with the files that the plan names by their hashes.
package worker
