#!/usr/bin/env python3
"""Compare the static reader of CMake with CMake itself.

    bench/cmake_oracle.py --dump build/bin/cmake-dump [--configured DIR] [--verbose] PROJECT...

Each project is configured (it runs the project's code: do that in a box) with
`cmake --trace-expand --trace-format=json-v1` and asked by the File API for its codemodel. Printed per
project: evaluated commands that agree, and per target whether the standard, the -m and -fsanitize
flags and the link libraries are right, unknown or wrong.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys


def configure(source, build):
    query = os.path.join(build, '.cmake/api/v1/query')
    os.makedirs(query, exist_ok=True)
    open(os.path.join(query, 'codemodel-v2'), 'w').close()
    done = os.path.join(build, 'configured')
    if not os.path.exists(done):
        environment = {'PATH': os.environ['PATH'], 'HOME': build, 'LANG': 'C.UTF-8'}
        run = subprocess.run(
            ['cmake', '--trace-expand', '--trace-format=json-v1', f'--trace-redirect={build}/trace', '-S', source,
             '-B', build], capture_output=True, text=True, timeout=300, env=environment, errors='replace')
        with open(done, 'w') as out:
            out.write(f'{run.returncode}\n{run.stderr}')
    with open(done) as f:
        return int(f.readline()), f.read()


def read_trace(source, build):
    commands = []
    with open(os.path.join(build, 'trace'), errors='surrogateescape') as f:
        for line in f:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if 'cmd' not in row or not row['file'].startswith(source + '/'):
                continue
            args = tuple(a.replace(build, '/build').replace(source, '/source') for a in row['args'])
            commands.append((row['file'][len(source) + 1:], row['line'], row['cmd'].lower(), args))
    return commands


def read_ours(dump, source):
    run = subprocess.run([dump, source, '--trace'], capture_output=True, timeout=20)
    rows = [json.loads(line) for line in run.stdout.decode(errors='surrogateescape').splitlines()]
    return ([r for r in rows if 'cmd' in r], [r for r in rows if 'target' in r], [r for r in rows if 'project' in r])


# Their arguments count only where CMake itself traces them.
IGNORED = {'else', 'endif', 'endforeach', 'endwhile', 'endfunction', 'endmacro', 'while'}


def compare_commands(truth, ours, verbose):
    left = collections.Counter(c for c in truth if c[2] not in IGNORED)
    total = sum(left.values())
    at_line = collections.Counter((c[0], c[1]) for c in truth)
    agree = unknown = wrong = 0
    for row in ours:
        name = row['cmd'].lower()
        if name in IGNORED:
            continue
        key = (row['file'], row['line'], name, tuple(row['args']))
        if left[key]:
            left[key] -= 1
            agree += 1
        elif not row['certain']:
            unknown += 1
        else:
            wrong += 1
            if verbose:
                near = [c for c in truth if c[:2] == key[:2]][:2]
                print('    WRONG', key[0], key[1], name, row['args'][:8], '| truth', [c[3][:8] for c in near])
    missing = sum(left.values())
    return total, agree, unknown, wrong, missing


def read_model(source, build):
    reply = os.path.join(build, '.cmake/api/v1/reply')
    model = [f for f in os.listdir(reply) if f.startswith('codemodel-v2')][0]
    with open(os.path.join(reply, model)) as f:
        model = json.load(f)
    targets = {}
    for t in model['configurations'][0]['targets']:
        with open(os.path.join(reply, t['jsonFile'])) as f:
            target = json.load(f)
        if target['type'] == 'UTILITY' or 'compileGroups' not in target:
            continue
        groups = {}
        for g in target['compileGroups']:
            if g['language'] not in ('C', 'CXX'):
                continue
            words = ' '.join(f['fragment'] for f in g.get('compileCommandFragments', [])).split()
            groups.setdefault(g['language'], words)
        links = [f['fragment'] for f in target.get('link', {}).get('commandFragments', [])
                 if f['role'] in ('libraries', 'flags')]
        targets[target['name']] = {'groups': groups, 'links': ' '.join(links).split(), 'type': target['type']}
    return targets


def standard_of(words):
    found = [w[5:] for w in words if w.startswith('-std=')]
    return found[-1].replace('c++2a', 'c++20').replace('c++1z', 'c++17') if found else ''


def ours_for(target, language):
    bit = 1 if language == 'C' else 2
    standard, unsure, flags = '', False, {}
    unknown_flags = False
    for s in target['settings']:
        if s['for_users'] or not s['languages'] & bit:
            continue
        if s['what'] == 'flag' and not s['value']:
            unknown_flags = True
        if s['what'] == 'flag' and s['value'].startswith('-std='):
            standard, unsure = s['value'][5:], s['unsure']
        elif s['what'] == 'standard':
            standard, unsure = s['value'], s['unsure']
        elif s['what'] == 'flag' and re.match(r'-m|-fsanitize|-f', s['value']):
            flags[s['value']] = s['unsure']
    if unknown_flags and not standard:
        unsure = True
    return standard, unsure, flags


DEFAULT = {'C': 'gnu17', 'CXX': 'gnu++17'}


def library_name(word):
    if word.startswith('-l'):
        return word[2:]
    m = re.search(r'/lib([^/]+?)\.(so|a)[.0-9]*$', word)
    return m.group(1) if m and word.startswith('/') else ''


def compare_targets(truth, ours, score, verbose):
    by_name = {t['target']: t for t in ours}
    for name, t in truth.items():
        o = by_name.get(name)
        if not o:
            score['target missing'] += 1
            if verbose:
                print('    MISSING target', name)
            continue
        score['target found'] += 1
        for language, words in t['groups'].items():
            want = standard_of(words)
            standard, unsure, flags = ours_for(o, language)
            given = standard.replace('c++2a', 'c++20').replace('c++1z', 'c++17')
            kind = 'stated' if want else 'default'
            if unsure or (not given and o['sources_unsure']):
                result = 'unknown'
            elif (given or DEFAULT[language]) == (want or DEFAULT[language]):
                result = 'right'
            elif not given:
                result = 'silent'
            else:
                result = 'wrong'
            score[f'standard {kind} {result}'] += 1
            if verbose and result != 'right':
                print('    STANDARD', result, name, language, 'want', want, 'given', given)
            wanted = {w for w in words if re.match(r'-m|-fsanitize', w)}
            sure = {f for f, u in flags.items() if not u and re.match(r'-m|-fsanitize', f)}
            unsure_flags = {f for f, u in flags.items() if u}
            score['flags right'] += len(wanted & sure)
            score['flags unknown'] += len((wanted - sure) & unsure_flags)
            score['flags missed'] += len(wanted - sure - unsure_flags)
            score['flags wrong'] += len(sure - wanted)
            if verbose and (wanted - sure or sure - wanted):
                print('    FLAGS', name, language, 'want', wanted - sure, 'wrong', sure - wanted)
        if t['type'] == 'STATIC_LIBRARY':
            continue
        wanted = {library_name(w) for w in t['links']} - {''}
        sure = {s['value'][2:] for s in o['settings'] if s['what'] == 'link' and s['value'].startswith('-l')
                and not s['unsure'] and not s['for_users']}
        known = {s['value'].lower() for s in o['settings'] if s['what'] == 'library'}
        unsure_links = {s['value'][2:] for s in o['settings'] if s['what'] == 'link' and s['unsure']}
        hole = any(s['what'] in ('link', 'library') and not s['value'] for s in o['settings'])
        for w in wanted:
            if w in sure:
                score['library right'] += 1
            elif any(w.lower() in k or k.removeprefix('lib') in w.lower() for k in known):
                score['library by package'] += 1
            elif w in unsure_links or hole:
                score['library unknown'] += 1
            else:
                score['library missed'] += 1
                if verbose:
                    print('    LIBRARY missed', name, w)
        for w in sure - wanted - {'stdc++', 'c'}:
            score['library wrong'] += 1
            if verbose:
                print('    LIBRARY wrong', name, w)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--dump', required=True)
    parser.add_argument('--configured', default='/tmp/cmake-oracle', help='where projects are configured')
    parser.add_argument('--verbose', action='store_true')
    parser.add_argument('projects', nargs='+')
    arguments = parser.parse_args()
    sums, score = collections.Counter(), collections.Counter()
    for project in arguments.projects:
        source = os.path.realpath(project)
        build = os.path.join(os.path.realpath(arguments.configured), os.path.basename(source))
        os.makedirs(build, exist_ok=True)
        try:
            status, said = configure(source, build)
        except subprocess.TimeoutExpired:
            status, said = 1, 'time is over'
        if status:
            errors = [line for line in said.splitlines() if line.strip()]
            print(f'{project}: does not configure: {" ".join(errors[:4])[:160]}')
            sums['projects that do not configure'] += 1
            continue
        truth = read_trace(source, build)
        ours, targets, _ = read_ours(arguments.dump, source)
        total, agree, unknown, wrong, missing = compare_commands(truth, ours, arguments.verbose)
        own = collections.Counter()
        compare_targets(read_model(source, build), targets, own, arguments.verbose)
        score.update(own)
        sums.update({'projects': 1, 'commands': total, 'agree': agree, 'not certain': unknown, 'wrong': wrong,
                     'missing': missing})
        print(f'{project}: commands {total} agree {agree} uncertain {unknown} wrong {wrong} missing {missing} | '
              + ', '.join(f'{k} {v}' for k, v in sorted(own.items()) if v), flush=True)
    for counter in (sums, score):
        print(', '.join(f'{k} {v}' for k, v in sorted(counter.items())))


if __name__ == '__main__':
    sys.exit(main())
