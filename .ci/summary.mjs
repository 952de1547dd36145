// Says what the test run counted, fails on a skip for a reason that is not allowed, and prints the closing line of CI.
// The counts are the runner's own: two reports written in the same instant may share a file name, so they only serve for names and reasons.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, allowedFile, runnerStatus] = process.argv.slice(2);
const output = readFileSync(join(folder, 'output.txt'), 'utf8');
const counted = word => Number(new RegExp(`^ *${word}: (\\d+)`, 'm').exec(output)?.[1] ?? NaN);
const [passed, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(counted);

const text = xml => xml.replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(parseInt(code, 16)))
  .replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&apos;/g, "'").replace(/&amp;/g, '&');
// What a failed test said, as far as a closing summary has room for it.
const mostLines = 20;
const said = lines => lines.map(line => `  ${line.slice(0, 300)}`.trimEnd()).filter(Boolean);
const linesOf = (element, part) => text(new RegExp(`<${part}>([^]*?)</`).exec(element)?.[1] ?? '').trim().split('\n');
const whyFailed = element => [
  ...said(linesOf(element, 'ErrorInfo>\\s*<Message')).slice(0, mostLines), ...said(linesOf(element, 'StackTrace')).slice(0, 3),
  ...said([.../<TextMessages>([^]*?)<\/TextMessages>/.exec(element)?.[1].matchAll(/<Message>([^]*?)<\//g) ?? []].map(([, line]) => text(line))).slice(-mostLines),
];
const skips = [];
const failures = [];
for (const report of readdirSync(folder).filter(name => name.endsWith('.trx'))) {
  // A result without text ends in its first tag; else its text goes to the closing one.
  for (const [element, start] of readFileSync(join(folder, report), 'utf8').matchAll(/(<UnitTestResult\b[^>]*>)(?:(?<=\/>)|[^]*?<\/UnitTestResult>)/g)) {
    const outcome = /\boutcome="([^"]*)"/.exec(start)?.[1];
    const name = text(/\btestName="([^"]*)"/.exec(start)?.[1] ?? '');
    const reason = text(/<StdOut>([^]*?)<\//.exec(element)?.[1] ?? '').trim();
    if (outcome === 'NotExecuted') skips.push({ name, reason });
    else if (outcome !== 'Passed') failures.push([`failed: ${name}`, ...whyFailed(element)].join('\n'));
  }
}

// By its reason, not its name: a new test that needs Chromium is skipped without it as the others are.
const allowed = readFileSync(allowedFile, 'utf8').split('\n').map(line => line.trim()).filter(line => line && !line.startsWith('#'))
  .map(line => new RegExp(`^${line.split('*').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`));
const unexpected = skips.filter(skip => !allowed.some(reason => reason.test(skip.reason)));
for (const { name, reason } of unexpected) console.log(`skipped without an allowed reason: ${name}: ${reason || 'no reason'}`);
if (skipped > skips.length) console.log(`${skipped - skips.length} skipped tests stand in no report`);
if (!(passed > 0)) console.log('the test run counted no passed test');

// A test program that ends by an exception has no failed test: what it wrote says why.
for (const [, program, status, error] of output.matchAll(/^(\S+\.dll) .*\nExit code: (\d+)\n(?: +Error output: ((?:.+\n)*?)(?=Running tests|\S+\.dll|\n))?/gm)) {
  if (error) failures.push([`ended with code ${status}: ${program}`, ...said(error.split('\n')).slice(0, mostLines)].join('\n'));
}

for (const failure of failures) console.log(failure);

console.log(`${passed || 0} passed, ${failed || 0} failed, ${skipped || 0} skipped`);
process.exitCode = !(passed > 0) || failed > 0 || unexpected.length > 0 || skipped > skips.length ? 1 : Number(runnerStatus);
