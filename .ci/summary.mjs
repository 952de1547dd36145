// Counts what the test reports say, fails on a skip that is not allowed, and prints the closing line of CI.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, allowedFile, runnerStatus] = process.argv.slice(2);
const reports = readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.trx'));
const counts = { Passed: 0, Failed: 0, NotExecuted: 0 };
const failed = [];
const skipped = [];

for (const report of reports) {
  for (const [element] of readFileSync(join(folder, report), 'utf8').matchAll(/<UnitTestResult\b[^>]*>/g)) {
    const outcome = /\boutcome="([^"]*)"/.exec(element)?.[1];
    const name = /\btestName="([^"]*)"/.exec(element)?.[1];
    const kind = outcome === 'Passed' || outcome === 'NotExecuted' ? outcome : 'Failed';
    counts[kind]++;
    if (kind === 'Failed') failed.push(name);
    if (kind === 'NotExecuted') skipped.push(name);
  }
}

const allowed = readFileSync(allowedFile, 'utf8').split('\n').map(line => line.split('#')[0].trim()).filter(line => line);
const unexpected = skipped.filter(name => !allowed.includes(name));
for (const name of failed) console.log(`failed: ${name}`);
for (const name of unexpected) console.log(`skipped without being on the list of allowed skips: ${name}`);
if (reports.length === 0) console.log('no test report was written');

console.log(`${counts.Passed} passed, ${counts.Failed} failed, ${counts.NotExecuted} skipped`);
process.exitCode = reports.length === 0 || counts.Passed === 0 || failed.length > 0 || unexpected.length > 0 ? 1 : Number(runnerStatus);
