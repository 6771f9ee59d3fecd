#include "lpsolve.h"

#include <stdlib.h>
#include <lpsolve/lp_lib.h>

typedef struct {
	const int *stop;
	long long iterations; // that the call may take
	int nodes; // branch-and-bound nodes after which any solution will do
	int found;
} limits;

static int __WINAPI must_stop(lprec *lp, void *data) {
	limits *l = data;
	if (l->found && l->nodes > 0 && get_total_nodes(lp) > l->nodes) return TRUE;
	return __atomic_load_n(l->stop, __ATOMIC_RELAXED) != 0 || get_total_iter(lp) > l->iterations;
}

static void __WINAPI note(lprec *lp, void *data, int message) {
	(void)lp;
	if (message & (MSG_MILPFEASIBLE | MSG_MILPBETTER)) ((limits *)data)->found = 1;
}

// answer copies the point that lp_solve found; the constraint rows come first.
static void answer(lprec *lp, const cupel_model *m, double *x) {
	REAL *p = NULL;
	if (get_ptr_variables(lp, &p) && p)
		for (int j = 0; j < m->cols; j++) x[j] = p[j];
}

static int build(lprec *lp, const cupel_model *m) {
	static const int relation[] = {GE, LE, EQ};
	for (int i = 0; i < m->rows; i++)
		if (!set_constr_type(lp, i + 1, relation[m->relation[i]]) || !set_rh(lp, i + 1, m->bound[i])) return 0;
	int *row = malloc(sizeof(int) * (size_t)(m->rows + 1));
	REAL *val = malloc(sizeof(REAL) * (size_t)(m->rows + 1));
	int ok = row && val;
	for (int j = 0; ok && j < m->cols; j++) {
		int n = 0;
		row[n] = 0;
		val[n++] = m->cost[j];
		for (int k = m->start[j]; k < m->start[j + 1]; k++) {
			row[n] = m->index[k] + 1;
			val[n++] = m->value[k];
		}
		ok = add_columnex(lp, n, val, row) && (!m->integer || set_int(lp, j + 1, TRUE));
		if (ok && m->upper[j] < 1e30) ok = set_upbo(lp, j + 1, m->upper[j]);
		if (ok && m->lower[j] != 0) ok = set_lowbo(lp, j + 1, m->lower[j]);
	}
	free(row);
	free(val);
	return ok;
}

int cupel_lpsolve(const cupel_model *m, long long *iterations, const int *stop, double *x) {
	lprec *lp = make_lp(m->rows, 0);
	if (!lp) {
		*iterations = 0;
		return CUPEL_FAILED;
	}
	set_verbose(lp, NEUTRAL);
	if (!build(lp, m)) {
		*iterations = 0;
		delete_lp(lp);
		return CUPEL_FAILED;
	}
	set_minim(lp);
	if (m->plain) {
		set_scaling(lp, SCALE_NONE);
		set_simplextype(lp, SIMPLEX_PRIMAL_PRIMAL);
		set_pivoting(lp, PRICER_DANTZIG);
	}
	limits l = {stop, *iterations, m->nodes, 0};
	put_abortfunc(lp, must_stop, &l);
	put_msgfunc(lp, note, &l, MSG_MILPFEASIBLE | MSG_MILPBETTER);
	int r = solve(lp);
	int out = CUPEL_FAILED;
	switch (r) {
	case OPTIMAL:
	case PRESOLVED:
		answer(lp, m, x);
		out = CUPEL_OPTIMAL;
		break;
	case INFEASIBLE:
		out = CUPEL_INFEASIBLE;
		break;
	case UNBOUNDED:
		out = CUPEL_UNBOUNDED;
		break;
	case SUBOPTIMAL:
		answer(lp, m, x);
		out = CUPEL_FEASIBLE;
		break;
	case USERABORT:
	case TIMEOUT:
		out = CUPEL_STOPPED;
		break;
	}
	// An interrupted search may call itself infeasible.
	if (out != CUPEL_OPTIMAL && out != CUPEL_FEASIBLE && must_stop(lp, &l)) out = CUPEL_STOPPED;
	*iterations = get_total_iter(lp);
	delete_lp(lp);
	return out;
}
