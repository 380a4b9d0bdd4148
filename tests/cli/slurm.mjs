// SPDX-License-Identifier: MIT
// @ts-check
// A Slurm with one node, in a folder, for the duration of a test.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The reason why Slurm cannot run here, or nothing if it can. */
export function noSlurm() {
  for (const program of ['munged', 'slurmctld', 'slurmd', 'sbatch']) {
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed (Debian: slurm-wlm)`;
  }
  if (process.getuid?.() !== 0) return 'the daemons of Slurm are started by root alone';
  return '';
}

/** Starts Slurm. Returns the environment in which sbatch finds it, and a function that ends it.
 * @param {string} folder */
export async function startSlurm(folder) {
  const at = (/** @type {string} */ name) => join(folder, name);
  mkdirSync(at('state'), { recursive: true });
  mkdirSync(at('spool'));
  writeFileSync(at('key'), randomBytes(1024), { mode: 0o600 });
  const node = hostname().split('.')[0];
  const port = 20000 + (process.pid % 20000);
  writeFileSync(
    at('slurm.conf'),
    `ClusterName=headwaters
SlurmctldHost=${node}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=${at('munge.socket')}
SlurmctldPort=${port}
SlurmdPort=${port + 1}
SlurmctldPidFile=${at('slurmctld.pid')}
SlurmdPidFile=${at('slurmd.pid')}
StateSaveLocation=${at('state')}
SlurmdSpoolDir=${at('spool')}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
MpiDefault=none
ReturnToService=2
KillWait=2
MessageTimeout=5
NodeName=${node} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
  );
  // From version 23 on, slurmd needs a setting if there is no cgroup for it, as in a container.
  const version = Number(execFileSync('slurmd', ['-V'], { encoding: 'utf8' }).match(/(\d+)\./)?.[1]);
  if (version >= 23) writeFileSync(at('cgroup.conf'), 'CgroupPlugin=disabled\n');
  const env = { ...process.env, SLURM_CONF: at('slurm.conf') };
  /** @type {import('node:child_process').ChildProcess[]} */
  const daemons = [];
  let said = '';
  const start = (/** @type {string} */ program, /** @type {string[]} */ ...words) => {
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += `${program}: ${text}`;
      });
    daemons.push(child);
  };
  /** @param {() => boolean} there
   * @param {string} what */
  const wait = async (there, what) => {
    for (const end = Date.now() + 20_000; !there(); await sleep(50)) {
      if (Date.now() > end) throw new Error(`${what} does not come up:\n${said}`);
    }
  };
  const stop = async () => {
    for (const child of daemons.toReversed()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await Promise.race([new Promise((resolve) => child.on('exit', resolve)), sleep(3000).then(() => child.kill('SIGKILL'))]);
    }
  };
  try {
    start(
      'munged',
      '--foreground',
      '--force',
      `--key-file=${at('key')}`,
      `--socket=${at('munge.socket')}`,
      `--pid-file=${at('munged.pid')}`,
      `--log-file=${at('munged.log')}`,
      `--seed-file=${at('seed')}`,
    );
    await wait(() => existsSync(at('munge.socket')), 'munged');
    start('slurmctld', '-D', '-f', at('slurm.conf'));
    await wait(() => spawnSync('scontrol', ['ping'], { env, encoding: 'utf8' }).stdout.includes('is UP'), 'slurmctld');
    start('slurmd', '-D', '-f', at('slurm.conf'), '-N', node);
    await wait(() => spawnSync('sinfo', ['-h', '-o', '%T'], { env, encoding: 'utf8' }).stdout.trim() === 'idle', 'slurmd');
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, stop };
}

/** Submits a job of that script and waits for its end, or until `cancel` returns true.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} words
 * @param {() => boolean} [cancel] */
export async function runJob(env, words, cancel = () => false) {
  const id = execFileSync('sbatch', ['--parsable', ...words], { env, encoding: 'utf8' }).trim();
  let cancelled = false;
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    if (!cancelled && cancel()) {
      cancelled = true;
      spawnSync('scancel', [id], { env });
    }
    if (spawnSync('squeue', ['-h', '-j', id], { env, encoding: 'utf8' }).stdout.trim() === '') return cancelled;
  }
  throw new Error(`The job does not end: ${readFileSync(env.SLURM_CONF ?? '', 'utf8')}`);
}
