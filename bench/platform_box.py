"""A Debian of its own for bench/platform: a tree beside the system, a layer over it per package.

The tree (CACHE/base) is made once by debootstrap. What a package needs to be configured lies over
it (overlayfs): each .deb is unpacked once, into CACHE/store, and what the configuring writes is
thrown away; the host's packages are never touched. No installation scripts run, which headers,
libraries, .pc and CMake files do without. The package's own code runs as an unprivileged user,
without a network, with limits.
"""
import os
import shutil
import subprocess
import threading

TOOLS = ("build-essential debhelper cmake meson ninja-build pkg-config autoconf automake "
         "autoconf-archive libtool gettext intltool bison flex dh-python python3")
LEAN = {
    "etc/dpkg/dpkg.cfg.d/lean": "force-unsafe-io\n" + "".join(
        f"path-exclude=/usr/share/{d}/*\n" for d in ("doc", "man", "locale", "info")),
    "etc/apt/apt.conf.d/lean": 'APT::Install-Recommends "false";\nAPT::Sandbox::User "root";\n'
                               'Dpkg::Use-Pty "0";\nAcquire::Languages "none";\n',
}
USER = 2222


class Late(Exception):
    """A step did not end in its time."""


def run(argv, seconds, **more):
    """A command at low priority: its exit status and what it wrote."""
    try:
        r = subprocess.run(["nice", "-n", "15"] + argv, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds,
                           **more)
    except subprocess.TimeoutExpired as e:
        raise Late(f"not done in {seconds} s") from e
    return r.returncode, r.stdout.decode(errors="replace")


def base_make(cache):
    """The tree that all layers lie over. debootstrap must be installed."""
    base = f"{cache}/base"
    if os.path.exists(f"{base}/home/build"):
        return
    if not os.path.exists(f"{base}/usr/bin/apt-get"):
        subprocess.run(["nice", "-n", "15", "debootstrap", "--variant=minbase", "bookworm", base],
                       check=True)
    # debootstrap wrote where it got the packages from; their sources are there, too.
    archive = f"{base}/etc/apt/sources.list"
    with open(archive, encoding="utf-8") as f:
        lines = [line for line in f if line.startswith("deb ")]
    with open(archive, "w", encoding="utf-8") as f:
        f.writelines(lines + [line.replace("deb ", "deb-src ", 1) for line in lines])
    for path, text in LEAN.items():
        with open(f"{base}/{path}", "w", encoding="utf-8") as f:
            f.write(text)
    with open(f"{base}/usr/sbin/policy-rc.d", "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\nexit 101\n")
    os.chmod(f"{base}/usr/sbin/policy-rc.d", 0o755)
    shutil.copy("/etc/resolv.conf", f"{base}/etc/resolv.conf")
    script = ('mount -t proc proc "$1/proc" && chroot "$1" sh -ec "export '
              'DEBIAN_FRONTEND=noninteractive LC_ALL=C; apt-get -q update; apt-get -qy install '
              f'{TOOLS}; useradd -m -u {USER} build"')
    subprocess.run(["nice", "-n", "15", "unshare", "-m", "-p", "-f", "sh", "-c", script, "sh",
                    base], check=True)


class Store:
    """Unpacked .debs, each a directory with a short name: mount(2) takes one page of options."""

    def __init__(self, cache):
        self.dir, self.debs, self.lock = f"{cache}/store", f"{cache}/debs", threading.Lock()
        os.makedirs(f"{self.debs}/partial", exist_ok=True)
        os.makedirs(self.dir, exist_ok=True)
        self.names = {}
        if os.path.exists(f"{self.dir}/names"):
            with open(f"{self.dir}/names", encoding="utf-8") as f:
                self.names = {deb: f"{i:x}" for i, deb in enumerate(f.read().split())}

    def take(self, deb):
        """The directory of a downloaded .deb."""
        if deb in self.names:
            return self.names[deb]
        number = f"{len(self.names):x}"
        to = f"{self.dir}/{number}"
        shutil.rmtree(to, ignore_errors=True)
        os.mkdir(to)
        status, text = run(["sh", "-c", '''dpkg-deb --fsys-tarfile "$1" | tar -C "$2" -x \
--exclude=./usr/share/doc --exclude=./usr/share/man --exclude=./usr/share/locale && cd "$2" &&
for d in bin sbin lib lib64; do [ ! -d $d ] || { mkdir -p usr/$d && cp -al $d/. usr/$d && rm -r $d; }; done
''', "sh", f"{self.debs}/{deb}", to], 300)
        if status:
            raise OSError(f"{deb}: {text[-200:]}")
        os.unlink(f"{self.debs}/{deb}")
        with open(f"{self.dir}/names", "a", encoding="utf-8") as f:
            f.write(deb + "\n")
        self.names[deb] = number
        return number


class Layer:
    """One package's world. worker: those that run at once have different ones; layers: where they
    lie, which may be memory (some hundred MB each)."""

    def __init__(self, cache, worker, layers, store):
        self.cache, self.dir = cache, f"{layers}/layer{worker}"
        self.store, self.lower = store, []

    def __enter__(self):
        self.__exit__()
        for d in ("upper/build", "work", "root"):
            os.makedirs(f"{self.dir}/{d}")
        os.chown(f"{self.dir}/upper/build", USER, USER)
        os.chmod(f"{self.dir}/upper", 0o755)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.dir, ignore_errors=True)

    def run(self, script, seconds, network=False, arguments=(), share=None):
        """A shell script inside: as root with the network, or as nobody without; share is a
        directory of the host that is /mnt inside (read-only for the latter)."""
        user = "" if network else (
            f"setpriv --reuid={USER} --regid={USER} --clear-groups --no-new-privs "
            "prlimit --nproc=1000 --fsize=1000000000 --core=0 ")
        outer = f'''set -e
cd {self.store.dir}
mount -t overlay overlay -o lowerdir={":".join(self.lower + ["../base"])},upperdir={self.dir}/upper,workdir={self.dir}/work {self.dir}/root
cd {self.dir}/root
mount -t proc proc proc
mount --bind {self.store.debs} var/cache/apt/archives
if [ -n "$1" ]; then mount --bind "$1" mnt; {"true" if network else "mount -o remount,bind,ro mnt"}; fi
shift; s=$1; shift
exec chroot . env -i {user}env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/build LC_ALL=C.UTF-8 \
DEBIAN_FRONTEND=noninteractive sh -c "$s" sh "$@"'''
        argv = ["unshare", "-m", "-p", "-f", "--kill-child"] + ([] if network else ["-n", "-i"])
        return run(argv + ["sh", "-c", outer, "sh", share or "", script] + list(arguments),
                   seconds)
