import datetime
import sys

for word in sys.stdin.read().split():
    try:
        print(datetime.date(*map(int, word.split("-"))).timetuple().tm_yday)
    except ValueError:
        print("no date")
