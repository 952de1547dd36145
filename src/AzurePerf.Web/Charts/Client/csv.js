// The table of a chart as comma-separated lines: the same text as the API gives.

const disarm = (text) => (/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text);
const quote = (text) => (/[,;\t"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const cell = (value) => (value === null || value === undefined ? "" : typeof value === "string" ? quote(disarm(value)) : String(value));

/** "p50, ms" */
const heading = (column) => (column.unit ? `${column.name}, ${column.unit}` : column.name);

/** Of a chart; what must be in every file of it is in each row. */
export function csvOf({ table, disclaimer }) {
  const last = disclaimer ? [disclaimer] : [];
  const rows = [[...table.columns.map(heading), ...last.map(() => "disclaimer")], ...table.rows.map((row) => [...row, ...last])];
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}
