"""Runs a server for as long as whoever started this lives: when the standard input ends, the server stops at once.

python keeper.py USER PROGRAM ARGUMENT …    USER is a number, -1 for whoever runs this
"""

import signal
import subprocess
import sys

user = int(sys.argv[1])
somebody = {} if user < 0 else {"user": user, "group": user, "extra_groups": []}
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, cwd="/", **somebody)
signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests
sys.stdin.buffer.read()
server.send_signal(signal.SIGQUIT)
server.wait()
