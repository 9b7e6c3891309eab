"""The configuration of a container for runc, on standard output: a user without rights in it, the
host's /usr and /etc, and our tools at /work.
Usage: oci_config.py PROFILE|none masked|plain TOOLS COMMAND…

PROFILE is a seccomp profile as Docker and Podman have it. masked: parts of /proc are hidden, as these
do unless they are told `systempaths=unconfined`."""
import json
import sys

# What Docker gives to a container; a user who is not root has none of them.
CAPABILITIES = [f"CAP_{c}" for c in (
    "CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE SYS_CHROOT KILL AUDIT_WRITE").split()]
MASKED = ["/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/latency_stats", "/proc/timer_list", "/proc/sched_debug", "/proc/scsi", "/sys/firmware"]
READ_ONLY = ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"]


def applies(rule):
    within, but = rule.get("includes", {}), rule.get("excludes", {})
    return (set(within.get("caps", [])) <= set(CAPABILITIES) and not set(but.get("caps", [])) & set(CAPABILITIES)
            and "amd64" in within.get("arches", ["amd64"]) and "amd64" not in but.get("arches", []))


def filter_of(path):
    with open(path, encoding="utf-8") as f:
        profile = json.load(f)
    made = {"defaultAction": profile["defaultAction"],
            "architectures": ["SCMP_ARCH_X86_64", "SCMP_ARCH_X86", "SCMP_ARCH_X32"],
            "syscalls": [{k: rule[k] for k in ("names", "action", "args", "errnoRet") if rule.get(k) is not None}
                         for rule in profile["syscalls"] if applies(rule)]}
    if "defaultErrnoRet" in profile:
        made["defaultErrnoRet"] = profile["defaultErrnoRet"]
    return made


def mount(where, kind, source, *options):
    return {"destination": where, "type": kind, "source": source, "options": list(options)}


def main():
    profile, proc, tools, *command = sys.argv[1:]
    linux = {"namespaces": [{"type": t} for t in ("pid", "ipc", "uts", "mount", "network")]}
    if profile != "none":
        linux["seccomp"] = filter_of(profile)
    if proc == "masked":
        linux |= {"maskedPaths": MASKED, "readonlyPaths": READ_ONLY}
    process = {"terminal": False, "user": {"uid": 1000, "gid": 1000}, "args": command, "cwd": "/work", "noNewPrivileges": True,
               "env": ["PATH=/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8"],
               "capabilities": {"bounding": CAPABILITIES, "effective": [], "inheritable": [], "permitted": [], "ambient": []}}
    print(json.dumps({
        "ociVersion": "1.0.2", "process": process, "root": {"path": "rootfs", "readonly": True}, "hostname": "pod", "linux": linux,
        "mounts": [mount("/proc", "proc", "proc"),
                   mount("/dev", "tmpfs", "tmpfs", "nosuid", "mode=755"),
                   mount("/dev/pts", "devpts", "devpts", "nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"),
                   mount("/dev/shm", "tmpfs", "shm", "nosuid", "noexec", "nodev", "mode=1777"),
                   mount("/sys", "sysfs", "sysfs", "nosuid", "noexec", "nodev", "ro"),
                   mount("/usr", "bind", "/usr", "rbind", "ro"),
                   mount("/etc", "bind", "/etc", "rbind", "ro"),
                   mount("/tmp", "tmpfs", "tmpfs", "mode=1777"),
                   mount("/work", "bind", tools, "rbind", "ro")]}))


main()
