// Runs the storage emulator as a child that cannot outlive its parent.
// Usage: node azurite.mjs <folder with node_modules> [emulator flags]
//
// The parent holds the other end of standard input and writes nothing to it: when it ends, kill -9 included,
// the pipe closes and so do we. Ctrl-C reaches the whole process group; the parent alone decides what it means.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, ...flags] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node azurite.mjs <folder with node_modules> [emulator flags]');
  process.exit(2);
}

const leave = () => process.exit(0);
process.stdin.on('end', leave).on('close', leave).on('error', leave).resume();
process.on('SIGINT', () => {});
process.on('SIGTERM', leave);

// The emulator would add handlers of its own that close its servers one by one and wait for open connections.
const once = process.once.bind(process);
process.once = (event, handler) => (event === 'SIGINT' || event === 'SIGTERM' ? process : once(event, handler));

const entry = join(resolve(folder), 'node_modules', 'azurite', 'dist', 'src', 'azurite.js');
process.argv = [process.argv[0], entry, ...flags];
createRequire(import.meta.url)(entry);
