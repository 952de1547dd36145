// Runs a PostgreSQL server that is gone when this process is: `node server.mjs NATIVE FOLDER...`, the password in AZUREPERF_POSTGRES_PASSWORD.
//
// NATIVE holds its bin, lib and share; its data lie in a new folder in the first FOLDER that its account can reach and that takes one. It listens on a free port of 127.0.0.1 and on nothing else, asks
// everybody for the password, and loses no commit. The parent holds our standard input open: however it ends, the operating system closes that pipe, and the server and its folder go.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { accountForServer } from './account.mjs';

// Of this machine: a folder of several machines may hold servers of the others, whose processes cannot be seen here. Not `azureperf-postgres-`: earlier builds remove all of that name
// whose starter they do not see.
const PREFIX = `azureperf-pg-${os.hostname().replace(/[^\w.-]/g, '_')}-`;
const NAME = /^(\d+)-\w{6}$/;
const EARLIER_NAME = /^azureperf-postgres-(\d+)-\w{6}$/;
const USER = 'azureperf';
const STOP_MILLISECONDS = 3_000;
const PORT_TRIES = 5;
const EXTENSION = process.platform === 'win32' ? '.exe' : '';

const [native, ...folders] = process.argv.slice(2);
const password = process.env.AZUREPERF_POSTGRES_PASSWORD;
let account, own, server, ending;

process.stdin.on('end', end).on('close', end).on('error', end).resume();

// Ctrl-C and a closing terminal reach the whole process group, but the parent decides the order in which its children end.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {});
process.on('SIGTERM', end);

// Nobody may read what is said any more, and there is still a folder to remove.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  await run();
} catch (fault) {
  if (!ending) leave(1, fault.message);
}

async function run() {
  account = accountForServer();
  const parents = folders.filter((folder) => fs.existsSync(folder) && isReachable(folder));
  if (parents.length === 0) throw new Error(`no folder that the account ${account.name} can reach: ${folders.join(', ')}`);
  own = makeFolder(parents);
  const programs = readablePrograms();
  const home = path.join(own, 'home');
  fs.mkdirSync(home, { mode: 0o700 });
  give(home);
  const data = path.join(home, 'data');
  await makeCluster(programs, home, data);
  for (let attempt = 1; !ending; attempt++) {
    const { code, lines } = await serve(programs, data, await freePort());
    if (ending) return;
    if (attempt === PORT_TRIES || !lines.some((line) => line.includes('could not bind'))) {
      throw new Error(endOf('PostgreSQL', code, lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)));
    }
  }
}

/** In the first that takes one: a shared cache may be read-only. What earlier starts left goes first, as it may be what fills the disk. */
function makeFolder([parent, ...others]) {
  try {
    removeLeft(parent);
    return fs.mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
  } catch (fault) {
    if (others.length === 0) throw fault;
    return makeFolder(others);
  }
}

/** The programs where the server's account can read them: where they are, or a copy. */
function readablePrograms() {
  if (account.id === undefined) return native;
  fs.chmodSync(own, 0o711);
  if (isReachable(native)) return native;
  const copy = path.join(own, 'server');
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE });
  return copy;
}

async function makeCluster(programs, home, data) {
  const file = path.join(home, 'password');
  writeForServer(file, password);
  const child = start(programs, 'initdb', home, [
    '-D', data, '-U', USER, `--pwfile=${file}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions',
  ]);
  const { code, lines } = await ended(child);
  fs.rmSync(file, { force: true });
  if (code !== 0) throw new Error(endOf('initdb', code, lines.findLast((line) => line.includes('error')) ?? lines.at(-1)));
}

/** Serves until the server ends. */
async function serve(programs, data, port) {
  server = start(programs, 'postgres', data, [
    '-D', data, '-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', 'unix_socket_directories=', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC',
    '-c', 'lc_messages=C',
  ]);
  return ended(server, (line) => {
    console.log(line);
    if (line.includes('database system is ready to accept connections')) console.log(`PostgreSQL ${server.pid} is ready at port ${port}`);
  });
}

/** In a group of its own: what a terminal sends to ours must not reach it. */
function start(programs, name, folder, args) {
  const { SystemRoot, TEMP } = process.env;
  const child = spawn(path.join(programs, 'bin', name + EXTENSION), args, {
    cwd: folder, detached: process.platform !== 'win32', windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'], uid: account.id, gid: account.group,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot, TEMP }) },
  });
  server = child;
  return child;
}

function ended(child, print = () => {}) {
  const lines = [];
  const tell = (line) => {
    lines.push(line);
    if (lines.length > 50) lines.shift();
    print(line);
  };
  for (const output of [child.stdout, child.stderr]) {
    let rest = '';
    output.setEncoding('utf8').on('data', (text) => {
      const parts = (rest + text).split(/\r?\n/);
      rest = parts.pop();
      parts.forEach(tell);
    });
  }
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code, signal) => resolve({ code: code ?? signal, lines })));
}

/** What a program printed last says nothing about a signal, which came from outside. */
function endOf(program, code, reason) {
  return typeof code === 'string' ? `${program} was ended by ${code}` : `${program} ended with exit code ${code}: ${reason ?? ''}`;
}

/** An immediate end: nothing of it is needed any more. */
function end() {
  if (ending) return;
  ending = true;
  if (!server || server.exitCode !== null || server.signalCode !== null) return leave(0);
  server.once('close', () => leave(0));
  kill(server.pid, 'SIGQUIT');
  setTimeout(() => {
    kill(process.platform === 'win32' ? server.pid : -server.pid, 'SIGKILL');
    leave(0);
  }, STOP_MILLISECONDS);
}

function leave(code, reason) {
  ending = true;
  if (reason) console.error(reason);
  if (own) remove(own);
  process.exit(code);
}

/** Servers and folders of processes of this machine that were killed before they could remove them. */
function removeLeft(parent) {
  const isLocal = ['/var/tmp', os.tmpdir()].includes(path.resolve(parent));
  for (const name of fs.readdirSync(parent)) {
    const namesUs = name.startsWith(PREFIX);
    const starter = namesUs ? NAME.exec(name.slice(PREFIX.length)) : EARLIER_NAME.exec(name);
    try {
      if (starter) removeUnlessRun(path.join(parent, name), Number(starter[1]), namesUs || isLocal);
    } catch (fault) {
      // Another start may have removed it meanwhile.
      if (fault.code !== 'ENOENT') console.error(`${name} was left behind: ${fault.message}`);
    }
  }
}

function removeUnlessRun(folder, id, isOfHere) {
  const isOurs = process.platform === 'win32' || fs.lstatSync(folder).uid === process.getuid();
  if (!isOurs || runs(id)) return;
  const file = path.join(folder, 'home', 'data', 'postmaster.pid');
  const left = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
  const serves = left > 1 && commandOf(left).includes(folder);
  if (!serves && !isOfHere) return console.error(`${folder} stays, as another machine may use it; remove it if none does`);
  if (serves) kill(left, 'SIGQUIT');
  remove(folder);
}

function remove(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  } catch (fault) {
    console.error(`${folder} could not be removed: ${fault.message}`);
  }
}

/** Makes a file of the server's account in a folder of that account, whose other processes may put a link there at any time: it is followed neither to write nor to give away. */
function writeForServer(file, text) {
  const made = fs.openSync(file, 'wx', 0o600);
  try {
    fs.writeFileSync(made, text);
    if (account.id !== undefined) fs.fchownSync(made, account.id, account.group);
  } finally {
    fs.closeSync(made);
  }
}

function give(file) {
  if (account.id !== undefined) fs.chownSync(file, account.id, account.group);
}

/** Whether the server's account may go there: everything above and the folder itself is open to others. */
function isReachable(folder) {
  if (account.id === undefined) return true;
  for (let at = fs.realpathSync(folder); ; at = path.dirname(at)) {
    if (!(fs.statSync(at).mode & 0o001)) return false;
    if (at === path.dirname(at)) return true;
  }
}

function runs(id) {
  try {
    return id > 1 && process.kill(id, 0);
  } catch (fault) {
    return fault.code === 'EPERM';
  }
}

function kill(id, signal) {
  try {
    process.kill(id, signal);
  } catch {
    // It has just ended.
  }
}

function commandOf(id) {
  try {
    return fs.readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const listener = net.createServer().on('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = listener.address();
      listener.close(() => resolve(port));
    });
  });
}
