# This file is part of Cupel, a verifier for C programs.
#
# SPDX-License-Identifier: MIT

import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException


class Tool(BaseTool2):
    """
    Tool info for Cupel. The task is verified for the property file of the run, on the machine
    (data_model) that the task definition names. Limits of the run are passed on, so that Cupel
    ends by itself and says what it was doing; options given in the benchmark definition go before them.
    """

    REQUIRED_PATHS = ["../bin", "../lib", "../libexec"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("cupel", subdir="bin")

    def name(self):
        return "Cupel"

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        cmd = [executable, "verify", *options]
        given = {option.split("=", 1)[0] for option in options}
        if task.property_file:
            cmd += ["--property", task.property_file]
        cmd += self._machine(task, given)
        if "--memory" not in given and rlimits.memory:
            # In MB; the rest is for solvers and for ending by itself.
            cmd += ["--memory", str(max(1, rlimits.memory * 9 // 10 // 2**20))]
        if "--cpu-time" not in given and rlimits.cputime:
            cmd += ["--cpu-time", f"{rlimits.cputime}s"]
        if "--timeout" not in given:
            limit = rlimits.walltime or 0  # 0: none
            cmd += ["--timeout", f"{limit}s"]
        return [*cmd, task.single_input_file]

    @staticmethod
    def _machine(task, given):
        if "--32" in given or "--64" in given:
            return []
        options = task.options if isinstance(task.options, dict) else {}
        language = options.get("language", "C")
        if language != "C":
            raise UnsupportedFeatureException(f"Cupel does not support the language {language}")
        model = options.get("data_model")
        if model is None:
            return []
        flags = {"ILP32": "--32", "LP64": "--64"}
        if model not in flags:
            raise UnsupportedFeatureException(f"Cupel does not support the data model {model}")
        return [flags[model]]

    def determine_result(self, run):
        answer = self._last(run.output, "RESULT: ")
        code = run.exit_code.value
        if answer == "true" and code == 0:
            return result.RESULT_TRUE_PROP
        violated = re.fullmatch(r"false\(([a-z-]+)\)", answer or "")
        if violated and code == 1:
            return f"{result.RESULT_FALSE_PROP}({violated.group(1)})"
        if answer == "unknown" and code == 2:
            reason = self._last(run.output, "VERDICT: UNKNOWN (") or ""
            if re.match(r"(time|processor time|CPU time) limit", reason):
                return "TIMEOUT"
            if reason.startswith("memory limit"):
                return "OUT OF MEMORY"
            return result.RESULT_UNKNOWN
        if code == 3:
            return f"{result.RESULT_ERROR} (input)"
        if code == 4:
            return f"{result.RESULT_ERROR} (fault)"
        return result.RESULT_ERROR

    @staticmethod
    def _last(output, prefix):
        """What follows the prefix in the last line that has it, or None."""
        for line in reversed(output):
            if line.startswith(prefix):
                return line[len(prefix) :].strip()
        return None

    def get_value_from_output(self, output, identifier):
        """The value of a line "identifier: value", as --stats prints them; the last one counts."""
        return self._last(output, identifier + ":")
