/** Builds the argument list that runs a command with its limits in its sandbox. Starts no process. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { dirname } from 'node:path';
import { valueOr } from '../../base/read-or-null.ts';
import type { ProcessLimits } from './process.ts';
import type { Confinement } from './sandbox.ts';
import type { SandboxTools } from './sandbox-tools.ts';

export interface CommandLine {
  /** Absolute path. */
  command: string;
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
}

/** System paths that a program needs: loader, libraries, tools that a script calls. Not `/etc`, not `/home`. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'],
  ...['/run/current-system', '/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];

const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** Maximum number of processes and threads in a sandbox, so that a program that starts copies of itself stops soon. */
export const MAX_PROCESSES = 2048;

/** Throws if the level needs a missing tool. `detectSandbox` returns the available level. */
export function confine(
  line: CommandLine,
  limits: ProcessLimits,
  confinement: Confinement | null,
  tools: SandboxTools,
): CommandLine {
  const home = confinement === null ? {} : { HOME: confinement.scratch, TMPDIR: confinement.scratch };
  const hasNamespace = confinement?.level === 'bubblewrap' || confinement?.level === 'namespaces';
  // Before Linux 5.14, the limit would count all processes of the user.
  const processes = hasNamespace && isAtLeastLinux(5, 14) ? MAX_PROCESSES : undefined;
  const limited = { ...limit(line, { ...limits, processes }, tools), environment: { ...line.environment, ...home } };
  switch (confinement?.level) {
    case 'bubblewrap':
      return bubblewrap(limited, confinement, tools);
    case 'namespaces':
      return namespaces(limited, confinement, tools);
    default:
      return limited;
  }
}

/** Whether the kernel has this version or a newer one. */
export function isAtLeastLinux(major: number, minor: number): boolean {
  const [here = 0, hereMinor = 0] = release().split('.').map(Number);
  return here > major || (here === major && hereMinor >= minor);
}

/** Uses `prlimit` if available, otherwise the shell built-in `ulimit`: a fixed script with the command as argument. */
function limit(
  line: CommandLine,
  limits: ProcessLimits & { processes: number | undefined },
  tools: SandboxTools,
): CommandLine {
  const { memoryBytes, cpuSeconds, fileBytes, processes } = limits;
  if (memoryBytes === undefined && cpuSeconds === undefined && fileBytes === undefined) return line;
  const rest = [line.command, ...line.args];
  if (tools.prlimit !== null) {
    const flags = ['--core=0'];
    if (memoryBytes !== undefined) flags.push(`--as=${Math.ceil(memoryBytes)}`);
    // One second later follows the signal that cannot be ignored.
    if (cpuSeconds !== undefined) flags.push(`--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + 1}`);
    if (fileBytes !== undefined) flags.push(`--fsize=${Math.ceil(fileBytes)}`);
    // The kernel ignores it for root.
    if (processes !== undefined) flags.push(`--nproc=${processes}`);
    return { ...line, command: tools.prlimit, args: [...flags, '--', ...rest] };
  }
  if (tools.sh === null) return line;
  const inUnits = (bytes: number | undefined, unit: number): string =>
    bytes === undefined ? 'unlimited' : String(Math.ceil(bytes / unit));
  const cpu = cpuSeconds === undefined ? 'unlimited' : String(Math.ceil(cpuSeconds));
  const args = ['-c', ULIMIT, 'sh', inUnits(memoryBytes, 1024), cpu, inUnits(fileBytes, 512), ...rest];
  return { ...line, command: tools.sh, args };
}

/** Limits unknown to the system are skipped (macOS has none on address space). */
const ULIMIT = `
ulimit -c 0 2>/dev/null
ulimit -v "$1" 2>/dev/null
ulimit -t "$2" 2>/dev/null
ulimit -f "$3" 2>/dev/null
shift 3
exec "$@"
`;

/**
 * An empty root that contains only the listed paths, read-only except the scratch folder. No network, no other visible
 * processes, no capabilities; everything ends with the process that started it.
 */
function bubblewrap(line: CommandLine, { scratch, readable }: Confinement, tools: SandboxTools): CommandLine {
  if (tools.bwrap === null) throw new Error('bwrap not found');
  const binds = boundPaths(readable).flatMap((path) => ['--ro-bind', path, path]);
  const args = [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--proc', '/proc', '--dev', '/dev', ...binds, '--bind', scratch, scratch],
    // Writable files below `/dev` (`/dev/shm`) would allow unbounded memory use, because no limit counts them.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', line.cwd, '--', line.command, ...line.args],
  ];
  return { ...line, command: tools.bwrap, args, cwd: '/' };
}

/** The same with util-linux: builds a new root in new namespaces, then drops the capabilities. */
function namespaces(line: CommandLine, { scratch, readable }: Confinement, tools: SandboxTools): CommandLine {
  const { unshare, setpriv, sh } = tools;
  if (unshare === null || setpriv === null || sh === null) throw new Error('unshare or setpriv not found');
  // `mount -a` would skip a scratch folder that is bound already.
  const readOnly = boundPaths(readable).filter((path) => path !== scratch);
  const writable = [...DEVICES.filter((path) => existsSync(path)), scratch];
  const args = [
    ...['--pdeathsig', 'KILL', '--', unshare],
    ...['--user', '--map-root-user', '--net', '--pid', '--mount', '--ipc', '--uts', '--fork', '--kill-child', '--'],
    ...[sh, '-c', newRoot([...readOnly, ...writable]), 'sh', bindTable(readOnly), bindTable(writable)],
    ...[line.cwd, setpriv, line.command, ...line.args],
  ];
  return { ...line, command: setpriv, args, cwd: '/' };
}

/** A folder that every Linux has and Lean does not need. The new root is built below it. */
const BASE = '/sys';
const ROOT = `${BASE}/root`;

/**
 * The script that builds the new root. `$1` and `$2` are tables of paths to bind, read-only and writable; then the
 * working folder, setpriv, and the command. The mount points of `paths` are created while the root is still empty:
 * created in a bound folder, they would truncate the real files. Most of the time goes into starting processes, so one
 * `mkdir` creates all folders and one `mount` attaches all paths of a table. The command is not started by `exec`: as
 * process 1 of its namespace, its own signals would not kill it.
 */
function newRoot(paths: readonly string[]): string {
  const files = paths.filter((path) => !statSync(path).isDirectory());
  const folders = [...paths.filter((path) => !files.includes(path)), ...files.map((path) => dirname(path))];
  const own = ['/proc', '/dev', '/.old'];
  return `
set -eu
user_path=\${PATH-}
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
mount -t tmpfs -o mode=755,size=4m none ${BASE}
printf '%s' "$1" > ${BASE}/read-only
printf '%s' "$2" > ${BASE}/writable
mkdir ${ROOT}
mount -t tmpfs -o mode=755,size=4m none ${ROOT}
mkdir -p ${[...new Set([...own, ...folders])].map(inRoot).join(' ')}
for file in ${files.map(inRoot).join(' ')}; do : > "$file"; done
mount -a -T ${BASE}/read-only
while read -r _ _ _ _ point options _; do
  case $point in ${ROOT}/*) printf 'none %s none %s,remount,bind,ro 0 0\\n' "$point" "$options" ;; esac
done < /proc/self/mountinfo > ${BASE}/remounted
mount -a -T ${BASE}/remounted 2>/dev/null || true
# One by one those that this \`mount\` has skipped.
while read -r _ _ _ _ point options _; do
  case $options in ro | ro,*) continue ;; esac
  case $point in *\\\\*) point=$(printf '%b' "$point") ;; esac
  case $point in ${ROOT}/*) mount -o remount,bind,ro "$point" ;; esac
done < /proc/self/mountinfo
mount -a -T ${BASE}/writable
cwd=$3 setpriv=$4
shift 4
cd ${ROOT}
mount -t proc proc proc
# Since Linux 6.14 each PID namespace has its own maximum, which limits root too.
{ echo ${MAX_PROCESSES} > proc/sys/kernel/pid_max; } 2>/dev/null || true
mount -o remount,bind,ro proc
ln -s /proc/self/fd dev/fd
pivot_root . .old
umount -l /.old
rmdir /.old
mount -o remount,bind,ro /
cd "$cwd"
unset OLDPWD
if [ -n "$user_path" ]; then PATH=$user_path; else unset PATH; fi
"$setpriv" --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@" || exit $?
`;
}

/** A path below the new root, quoted for the shell. */
const inRoot = (path: string): string => `'${ROOT}${path.replaceAll("'", String.raw`'\''`)}'`;

/** In the format of `/etc/fstab`, with special characters in octal. */
function bindTable(paths: readonly string[]): string {
  const escape = (path: string): string =>
    path.replaceAll(/[ \t\n\\]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return paths.map((path) => `${escape(path)} ${escape(`${ROOT}${path}`)} none rbind 0 0\n`).join('');
}

/**
 * The paths to bind: each path and the target of its links, because programs use both. Omits paths that do not exist
 * and those below another one.
 */
function boundPaths(readable: readonly string[]): string[] {
  const all = [...SYSTEM, ...readable].flatMap((path) => valueOr([], () => [path, realpathSync(path)]));
  const outermost: string[] = [];
  for (const path of all.toSorted()) {
    if (!outermost.some((outer) => path === outer || path.startsWith(`${outer}/`))) outermost.push(path);
  }
  return outermost;
}
