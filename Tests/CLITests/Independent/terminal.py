"""Runs a line of shell with a terminal for its three streams, prints what the terminal is sent, and ends
as the line does.

usage: terminal.py LINE [ANSWER]

ANSWER is typed once the line asks, which it does with "[y/N] ".
"""
import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-c", sys.argv[1]])
shown, answers = b"", sys.argv[2:]
while True:
    if answers and shown.endswith(b"[y/N] "):
        os.write(terminal, answers.pop().encode() + b"\n")
    try:
        piece = os.read(terminal, 1024)
    except OSError:
        piece = b""
    if not piece:
        break
    shown += piece
sys.stdout.buffer.write(shown)
sys.stdout.buffer.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
