// One call of lp_solve: the model in compressed columns, the answer in x.
#ifndef CUPEL_LPSOLVE_H
#define CUPEL_LPSOLVE_H

enum { CUPEL_OPTIMAL, CUPEL_INFEASIBLE, CUPEL_UNBOUNDED, CUPEL_FEASIBLE, CUPEL_STOPPED, CUPEL_FAILED };

typedef struct {
	int rows, cols;
	const int *relation;              // per row: 0 >=, 1 <=, 2 =
	const double *bound;              // per row
	const double *cost, *lower, *upper; // per column; upper >= 1e30: none
	const int *start;                 // per column, cols+1 entries
	const int *index;                 // rows, ascending within a column
	const double *value;
	int integer;                      // all columns are integer
	int nodes;                        // after so many, any solution will do; 0: never
	int plain;                        // without scaling, another pivot rule
} cupel_model;

// The answer; x is meaningful after CUPEL_OPTIMAL and CUPEL_FEASIBLE. *stop != 0 or more than *iterations of
// the simplex method end the call with CUPEL_STOPPED; *iterations becomes what was done.
int cupel_lpsolve(const cupel_model *m, long long *iterations, const int *stop, double *x);

#endif
