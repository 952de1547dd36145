// Runs a script inside this process and ends with the parent: `node under-parent.mjs SCRIPT [ARGUMENTS]`.
//
// The parent holds our standard input open. However it ends, kill -9 included, the operating system closes that pipe, and so
// nothing that runs here is ever orphaned.
import { pathToFileURL } from 'node:url';

const end = () => process.exit(0);
process.stdin.on('end', end).on('close', end).on('error', end).resume();

// Ctrl-C and a closing terminal reach the whole process group, but the parent decides the order in which its children end.
const signals = { SIGINT: () => {}, SIGHUP: () => {}, SIGQUIT: () => {}, SIGTERM: end };
for (const [signal, handler] of Object.entries(signals)) process.on(signal, handler);

// The script may not listen to them as well: the emulator would close its servers one by one and wait for open connections.
for (const add of ['on', 'once', 'addListener']) {
  const original = process[add];
  process[add] = function (event, listener) {
    return event in signals ? this : original.call(this, event, listener);
  };
}

const [script, ...args] = process.argv.slice(2);
process.argv = [process.execPath, script, ...args];
await import(pathToFileURL(script).href);
