"""Rows for the tests of `datasets report`, made of those on standard input: a record whose texts would be
markup, one with a divergence, and rows that are no records."""
import json
import sys

HOSTILE = "</script><!--<script><img src=x onerror=\"window.hostile=1\">\u202e\u2028&lt;b&gt;hostile-words"
DIVERGENCE = (
    '<DEBUG_CONTEXT>\nsymptom("wrong-output","",{},2,"right","wrong")\n'
    'divergence("%s","%s",3,{{%d,{{"n","1"},{"at","\\"x\\""}}},{%d,{{"n","2"}}}},'
    '{{"faulty",%d,{{"n","7"}}},{"right",%d,{{"n","3"}}}},9)\n<CODE_END>\n')

rows = [json.loads(line) for line in sys.stdin]
traced = [r for r in rows if r["kind"] == "trace_fix"]

hostile = dict(traced[0], id="0" * 31 + "a", instruction=HOSTILE, diff=traced[0]["diff"] + HOSTILE + "\n",
               reasoning=HOSTILE, group=HOSTILE, prompt=HOSTILE)
hostile["provenance"] = dict(hostile["provenance"], source=HOSTILE, licence=HOSTILE)
parted = dict(traced[1], id="0" * 31 + "b", kind="divergence", events="")
m = parted["mutation"]
parted["context"] = DIVERGENCE % (m["function"], m["file"], m["line"] - 2, m["line"] - 1, m["line"], m["line"])
for row in (hostile, parted):
    print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
print('{"no": "record' + HOSTILE.replace('"', "'") + '"}')
print("no JSON at all")
