// Writes the sample data: what the API answers for runs that were measured.
// What stands in the file named by KEEP, one of its kind, stays but for runs of the same name.
// KEEP=samples.json.gz node collect.mjs http://127.0.0.1:5080 RUN... > samples.json.gz
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const [address, ...ids] = process.argv.slice(2);
const get = async (path) => {
  const response = await fetch(`${address}/api/v1/runs/${path}`);
  if (!response.ok) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return response.json();
};

const samples = [];
for (const id of ids) {
  const { run, points, events: noted, curves } = await get(`${id}/export?format=json`);
  if (run.state !== "completed" || run.pointsFailed > 0) {
    throw new Error(`${id} is ${run.state}, with ${run.pointsFailed} failed points: only runs that ended well are samples`);
  }
  // Whom it waited for says nothing to anybody else.
  const events = noted.filter((entry) => !entry.message.startsWith("waits for run"));
  samples.push({
    run,
    points: points.points,
    curves,
    events: events.map((entry, index) => ({ ...entry, sequence: index + 1 })),
  });
}
if (process.env.KEEP) {
  const fresh = new Set(samples.map((sample) => sample.run.spec.name));
  const kept = JSON.parse(gunzipSync(readFileSync(process.env.KEEP)));
  samples.push(...kept.filter((sample) => !fresh.has(sample.run.spec.name)));
}
samples.sort((one, other) => one.run.submittedAt.localeCompare(other.run.submittedAt));
process.stdout.write(gzipSync(JSON.stringify(samples), { level: 9 }));
