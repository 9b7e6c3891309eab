#!/usr/bin/env bash
# datasets report: the same bytes each time, nothing of a record becomes markup, the page asks for
# nothing, what it holds is what the records say, and damaged rows are counted.
# labels: datasets
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh" || exit 1
cd "$dir" || exit 1

# shellcheck disable=SC2154  # set by e2e.sh
"$datasets" convert "$FL_SRC/tests/fixtures/datasets/version1" -o set 2>/dev/null || fail "convert: exit $?"
"$datasets" cat set >rows.jsonl
/usr/bin/python3 "$FL_SRC/tests/support/report_rows.py" <rows.jsonl >more.jsonl || fail "no rows"

"$datasets" report set -o one.html 2>said || fail "report: exit $?: $(cat said)"
grep -q '^datasets: one.html: [0-9]* bytes; 32 of 32 records can be read in it, 0 rows are damaged$' said || fail "$(cat said)"
cp -r set elsewhere
mkdir sub
mv elsewhere sub/set
"$datasets" report sub/set/ -o two.html 2>/dev/null || fail "again: exit $?"
cmp one.html two.html || fail "the same set gives another page"
"$datasets" report set rows.jsonl --sample 5 --seed 7 -o five.html 2>/dev/null || fail "a sample: exit $?"
"$datasets" report "$FL_SRC/tests/fixtures/datasets/version1" -o early.html 2>/dev/null || fail "version 1: exit $?"

# The order of the rows does not matter to the sample.
for order in rows.jsonl "<(tac rows.jsonl)"; do
	eval "\"$datasets\" report --sample 9 --seed 3 -o drawn.html $order" 2>/dev/null || fail "drawn: exit $?"
	grep -o '<script type="text/plain" id="entries-0">[^<]*' drawn.html
done | uniq | wc -l | grep -qx 1 || fail "the order of the rows matters"

# Rows that are none are told with their place and counted; the page is there all the same.
"$datasets" report set more.jsonl -o hostile.html 2>said
[ $? -eq 1 ] || fail "damaged rows: another status than 1"
grep -q '^datasets: more.jsonl:3: .*; left out$' said || fail "$(cat said)"
grep -q '34 of 34 records can be read in it, 2 rows are damaged$' said || fail "$(cat said)"

/usr/bin/python3 - "$dir" <<'PYTHON' || fail "the pages"
import base64, collections, html.parser, json, re, sys, zlib
sys.path.insert(0, sys.argv[1])

class Page(html.parser.HTMLParser):
    def __init__(self, name):
        super().__init__()
        self.tags, self.urls, self.scripts, self.policy, self.inside = collections.Counter(), [], {}, "", None
        self.feed(open(name, encoding="utf-8").read())
        self.facts = json.loads(self.scripts["facts"])
        entries = json.loads(self.unpack("entries-0"))
        blocks = [json.loads(self.unpack(k)) for k in self.scripts if k.startswith("block-")]
        self.rows = [(e, blocks[e["block"]][e["at"]]) for e in entries]
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.tags[tag] += 1
        self.urls += [v for k, v in attributes if k in ("src", "href", "action", "data", "srcset")]
        assert not any(k.startswith("on") for k in a), a
        if a.get("http-equiv") == "Content-Security-Policy":
            self.policy = a["content"]
        self.inside = a.get("id", "code") if tag == "script" else None
    def handle_data(self, data):
        if self.inside:
            self.scripts[self.inside] = self.scripts.get(self.inside, "") + data
    def handle_endtag(self, tag):
        self.inside = None
    def unpack(self, name):
        return zlib.decompress(base64.b64decode(self.scripts[name], validate=True), -15)

by_id = {r["id"]: r for r in map(json.loads, [*open("rows.jsonl"), *open("more.jsonl").readlines()[:2]])}
pages = {n: Page(f"{n}.html") for n in ("one", "five", "hostile", "early", "drawn")}
want = {"one": 32, "five": 5, "hostile": 34, "early": 32, "drawn": 9}
for name, page in pages.items():
    assert len(page.rows) == page.facts["picked"] == want[name], name
    assert page.policy.startswith("default-src 'none';") and "unsafe" not in page.policy
    assert all(u.startswith("#") for u in page.urls), page.urls
    assert not set(page.tags) & {"img", "iframe", "link", "object", "embed", "base"}, page.tags
    assert page.tags["script"] == len(page.scripts) and page.tags["style"] == 1
    assert not re.search(r"https?:(?!//www\.w3\.org/2000/svg)", page.scripts["code"])
    assert "<" not in page.scripts["facts"]
    if name != "early":
        for entry, row in page.rows:
            r, full = row["record"], by_id[entry["id"]]
            assert all(r[k] == full[k] for k in ("prompt", "diff", "context", "reasoning", "instruction", "provenance"))
            assert not r["buggy"] and not r["fixed"] and not r["files"] and not r["tests"]
            for s in row["sources"]: # with its edits it is the faulty file
                text = page.unpack(f"text-{s['text']}")
                for e in sorted((e for e in full["edits"] if e["file"] == s["path"]), key=lambda e: -e["offset"]):
                    end = e["offset"] + len(e["original"].encode())
                    assert text[e["offset"]:end] == e["original"].encode()
                    text = text[:e["offset"]] + e["replacement"].encode() + text[end:]
                assert text.decode() == next(f["content"] for f in full["files"] if f["path"] == s["path"])
            assert not entry["traced"] or json.loads(r["events"])
facts = pages["hostile"].facts
assert facts["damaged"] == 2 and [d["line"] for d in facts["damages"]] == [3, 4]
assert {d["file"] for d in facts["damages"]} == {"more.jsonl"}
census = pages["one"].facts["census"]
assert census["stats"]["rows"] == 32 and census["tokeniser"] == "six-and-three"
kinds = collections.Counter(r["kind"] for r in map(json.loads, open("rows.jsonl")))
assert {c["name"]: c["count"] for c in census["stats"]["kinds"]} == kinds
lengths = sorted(len(json.loads(l)["prompt"].encode()) for l in open("rows.jsonl"))
prompt = next(s for s in census["spreads"] if (s["name"], s["unit"]) == ("prompt", "bytes"))
assert (prompt["least"], prompt["median"], prompt["most"]) == (lengths[0], lengths[15], lengths[-1])
assert sum(r["count"] for r in prompt["ranges"]) == 32 and prompt["sum"] == sum(lengths)
assert pages["one"].facts["sets"][0]["manifests"][0]["seed"] == json.load(open("set/manifest.json"))["seed"]
assert pages["drawn"].facts["sets"][0]["manifests"] == []
PYTHON

# Bad input and places that cannot be written: a clear word, and no half page.
"$datasets" report set 2>said && fail "no -o"
grep -q 'report needs -o FILE' said || fail "$(cat said)"
shard=$(find set -name '*.zst' | sort | head -n 1)
head -c -1 "$shard" >cut.jsonl.zst
"$datasets" report cut.jsonl.zst -o cut.html 2>said
[ $? -eq 1 ] || fail "a shard that ends early: another status than 1"
grep -q '^datasets: cut.jsonl.zst:[0-9]*: ' said || fail "$(cat said)"
[ ! -e cut.html ] || fail "a page of a shard that ends early"
"$datasets" report set -o no/such/place.html 2>said && fail "no such directory"
sed -i 's/"seed":[0-9]*,/"seed":77,/' set/manifest.json
"$datasets" report set -o odd.html 2>said
[ $? -eq 1 ] || fail "a changed manifest: $(cat said)"
[ -z "$(find . -name '*.tmp')" ] || fail "left: $(find . -name '*.tmp')"
exit $bad
