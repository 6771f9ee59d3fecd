"""The interface of BaseTool2 as BenchExec documents it, as far as a module for a verifier meets it."""

import os
import shutil
import subprocess
from abc import ABCMeta, abstractmethod
from collections.abc import Sequence
from types import SimpleNamespace

import benchexec


class ToolNotFoundException(benchexec.BenchExecException):
    pass


class UnsupportedFeatureException(benchexec.BenchExecException):
    pass


class BaseTool2(metaclass=ABCMeta):
    REQUIRED_PATHS = []

    @abstractmethod
    def name(self):
        ...

    @abstractmethod
    def executable(self, tool_locator):
        ...

    def version(self, executable):
        return ""

    def program_files(self, executable):
        base = os.path.dirname(executable)
        return [executable] + [os.path.join(base, p) for p in self.REQUIRED_PATHS]

    @staticmethod
    def _version_from_tool(executable, arg="--version", use_stderr=False, ignore_stderr=False, line_prefix=None):
        p = subprocess.run([executable, arg], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        if p.returncode or (p.stderr and not ignore_stderr):
            return ""
        return p.stdout.strip()

    def cmdline(self, executable, options, task, rlimits):
        return [executable, *options, *task.input_files]

    def determine_result(self, run):
        return "done"

    def get_value_from_output(self, output, identifier):
        return None

    class ToolLocator:
        def __init__(self, directory):
            self.directory = directory

        def find_executable(self, executable_name, subdir=""):
            path = shutil.which(executable_name, path=os.path.join(self.directory, subdir))
            if not path:
                raise ToolNotFoundException(executable_name)
            return path

    class Task:
        def __init__(self, input_files, property_file=None, options=None):
            self.input_files, self.property_file, self.options = tuple(input_files), property_file, options

        @property
        def single_input_file(self):
            if len(self.input_files) != 1:
                raise UnsupportedFeatureException("Tool does not support tasks with more than one input file")
            return self.input_files[0]

    class ResourceLimits(SimpleNamespace):
        def __init__(self, cputime=None, cputime_hard=None, walltime=None, memory=None, cpu_cores=None):
            super().__init__(cputime=cputime, cputime_hard=cputime_hard, walltime=walltime, memory=memory, cpu_cores=cpu_cores)

    class Run(SimpleNamespace):
        pass

    class RunOutput(Sequence):
        def __init__(self, lines):
            self._lines = lines

        @property
        def text(self):
            return "".join(self._lines)

        def any_line_contains(self, substr):
            return any(substr in line for line in self._lines)

        def __getitem__(self, index):
            if isinstance(index, slice):
                return self.__class__(self._lines[index])
            return self._lines[index].rstrip(os.linesep)

        def __len__(self):
            return len(self._lines)
