// Says what the test run counted, fails on a skip that is not allowed, and prints the closing line of CI.
// The counts are the runner's own: two reports written in the same instant may share a file name, so they only serve for names.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, allowedFile, runnerStatus] = process.argv.slice(2);
const output = readFileSync(join(folder, 'output.txt'), 'utf8');
const counted = word => Number(new RegExp(`^ *${word}: (\\d+)`, 'm').exec(output)?.[1] ?? NaN);
const [passed, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(counted);

const names = [];
for (const report of readdirSync(folder).filter(name => name.endsWith('.trx'))) {
  for (const [element] of readFileSync(join(folder, report), 'utf8').matchAll(/<UnitTestResult\b[^>]*>/g)) {
    const outcome = /\boutcome="([^"]*)"/.exec(element)?.[1];
    const name = /\btestName="([^"]*)"/.exec(element)?.[1];
    if (outcome === 'NotExecuted') names.push(name);
    else if (outcome !== 'Passed') console.log(`failed: ${name}`);
  }
}

const allowed = readFileSync(allowedFile, 'utf8').split('\n').map(line => line.split('#')[0].trim()).filter(line => line);
// A theory is allowed with all its cases: their names have the arguments in brackets.
const unexpected = names.filter(name => !allowed.includes(name) && !allowed.includes(name.split('(')[0]));
for (const name of unexpected) console.log(`skipped without being on the list of allowed skips: ${name}`);
if (skipped > names.length) console.log(`${skipped - names.length} skipped tests stand in no report`);
if (!(passed > 0)) console.log('the test run counted no passed test');

console.log(`${passed || 0} passed, ${failed || 0} failed, ${skipped || 0} skipped`);
process.exitCode = !(passed > 0) || failed > 0 || unexpected.length > 0 || skipped > names.length ? 1 : Number(runnerStatus);
