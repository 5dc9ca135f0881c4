"""Runs a shell command and prints the most memory that one of its processes had, in MiB.

usage: peak.py LINE
"""
import resource
import subprocess
import sys

status = subprocess.run(["bash", "-c", sys.argv[1]], stdout=subprocess.DEVNULL).returncode
unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // unit)
sys.exit(status)
