"""The names of results that modules use (BenchExec's documentation of tool integration)."""

RESULT_DONE = "done"
RESULT_UNKNOWN = "unknown"
RESULT_ERROR = "ERROR"
RESULT_TRUE_PROP = "true"
RESULT_FALSE_PROP = "false"
