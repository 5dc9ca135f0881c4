"""Runs a shell command with a terminal for its three streams, prints what the terminal is sent, and ends
as the line does.

usage: terminal.py LINE [ANSWER...]

The ANSWERs are typed in turn, one each time that the line asks, which it does with "[y/N] ", with "number or n: " or
with the position of an event as a prompt, "(12) ". Where they have run out, such a prompt gets the end of input, as does a note that a command reads the terminal.
"""
import os
import pty
import re
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-c", sys.argv[1]])
shown, answers = b"", sys.argv[2:]
while True:
    isPrompt = re.search(rb"\n\(\d*\) $|Control-D\s+ends\s+the\s+input\r\n$", shown)
    if answers and (isPrompt or shown.endswith((b"[y/N] ", b"number or n: "))):
        os.write(terminal, answers.pop(0).encode() + b"\n")
    elif isPrompt:
        os.write(terminal, b"\x04")
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
