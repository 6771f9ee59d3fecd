"""Runs Cupel through its module as BenchExec does: reads requests (a JSON list) from standard input, writes answers."""

import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
root, stand_in, directory = sys.argv[1:4]
sys.path.insert(0, os.path.join(root, "scripts", "benchexec"))
if stand_in:
    sys.path.insert(0, stand_in)

from cupel import Tool  # noqa: E402
from benchexec.tools import template  # noqa: E402
from types import SimpleNamespace  # noqa: E402

tool = Tool()
Base = template.BaseTool2


def determine(cmd, code, output):
    lines = output.splitlines(keepends=True)
    exit_code = SimpleNamespace(value=code if code >= 0 else None, signal=-code if code < 0 else None)
    run = Base.Run(cmdline=tuple(cmd), exit_code=exit_code, output=Base.RunOutput(lines), termination_reason=None)
    return tool.determine_result(run)


def answer(request):
    if "output" in request:
        out = Base.RunOutput(request["output"].splitlines(keepends=True))
        return {
            "result": determine([], request["code"], request["output"]),
            "value": tool.get_value_from_output(out, request.get("identifier", "goals")),
        }
    executable = "cupel"
    if request.get("run"):
        executable = tool.executable(Base.ToolLocator(directory))
    task = Base.Task(request["files"], request.get("property"), request.get("task_options"))
    limits = Base.ResourceLimits(**request.get("limits", {}))
    try:
        cmd = tool.cmdline(executable, request.get("options", []), task, limits)
    except template.UnsupportedFeatureException as e:
        return {"unsupported": str(e)}
    if not request.get("run"):
        return {"cmd": cmd}
    p = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return {
        "result": determine(cmd, p.returncode, p.stdout),
        "value": tool.get_value_from_output(Base.RunOutput(p.stdout.splitlines(keepends=True)), "decided by") or "",
        "version": tool.version(executable),
    }


json.dump([answer(r) for r in json.load(sys.stdin)], sys.stdout)
