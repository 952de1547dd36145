// Bundles the charts: node build.mjs ENTRY OUTPUT, in a folder where the packages of the lock file are installed.
import { createRequire } from "node:module";
import { join } from "node:path";

const [entry, output] = process.argv.slice(2);
const { build } = createRequire(join(process.cwd(), "package.json"))("esbuild");

await build({
  entryPoints: [entry],
  outfile: output,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  nodePaths: [join(process.cwd(), "node_modules")],
  logLevel: "warning",
});
