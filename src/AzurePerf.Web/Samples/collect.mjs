// Writes the sample data: what the API answers for runs that were measured.
// node collect.mjs http://127.0.0.1:5080 RUN... > samples.json.gz
import { gzipSync } from "node:zlib";

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
  const run = await get(id);
  if (run.status !== "completed" || run.pointsFailed > 0) {
    throw new Error(`${id} is ${run.status}, with ${run.pointsFailed} failed points: only runs that ended well are samples`);
  }
  // Whom it waited for says nothing to anybody else.
  const events = (await get(`${id}/events`)).filter((entry) => !entry.message.startsWith("waits for run"));
  samples.push({
    run,
    points: (await get(`${id}/points`)).points,
    events: events.map((entry, index) => ({ ...entry, sequence: index + 1 })),
  });
}
samples.sort((one, other) => one.run.submittedAt.localeCompare(other.run.submittedAt));
process.stdout.write(gzipSync(JSON.stringify(samples), { level: 9 }));
