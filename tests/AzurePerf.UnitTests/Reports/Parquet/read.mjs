// Reads a Parquet file by another implementation than the one that wrote it: node read.mjs FILE prints its schema, metadata and cells as JSON.
import { readFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects, parquetSchema } from "hyparquet";

const bytes = readFileSync(process.argv[2]);
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const metadata = parquetMetadata(file);
const entries = (list) => Object.fromEntries((list ?? []).map(({ key, value }) => [key, value]));

// Whole, so that no digit is lost: microseconds since 1970.
const parsers = { timestampFromMicroseconds: (micros) => ({ micros: String(micros) }) };
const rows = await parquetReadObjects({ file, parsers });

// A number goes out as the shortest text that reads back as the same one.
const cell = (value) => (value === undefined ? null : typeof value === "number" || typeof value === "bigint" ? { number: String(value) } : value);
const columns = parquetSchema(metadata).children.map(({ element }, index) => ({
  name: element.name,
  type: element.type,
  logical: element.logical_type?.type ?? "",
  unit: element.logical_type?.unit ?? "",
  utc: element.logical_type?.isAdjustedToUTC ?? false,
  metadata: metadata.row_groups.map((group) => entries(group.columns[index].meta_data.key_value_metadata)),
}));

console.log(JSON.stringify({
  metadata: entries(metadata.key_value_metadata),
  groups: metadata.row_groups.map((group) => Number(group.num_rows)),
  columns,
  rows: rows.map((row) => columns.map(({ name }) => cell(row[name]))),
}));
