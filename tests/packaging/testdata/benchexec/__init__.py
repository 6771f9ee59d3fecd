"""A stand-in for what BenchExec documents for modules of tools: for tests without it."""


class BenchExecException(Exception):
    pass
