"""What a command costs: run_cost.py COUNT COMMAND… prints the least CPU and wall milliseconds of
COUNT runs, and the most resident memory of any in KiB."""
import os
import subprocess
import sys
import time


def main():
    least_cpu = least_wall = float("inf")
    memory = 0
    for _ in range(int(sys.argv[1])):
        start = time.monotonic()
        child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
        _, _, used = os.wait4(child.pid, 0)
        least_wall = min(least_wall, time.monotonic() - start)
        least_cpu = min(least_cpu, used.ru_utime + used.ru_stime)
        memory = max(memory, used.ru_maxrss)
    print(f"{1000 * least_cpu:.2f} {1000 * least_wall:.2f} {memory}")


main()
