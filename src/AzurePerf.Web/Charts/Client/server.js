// What the server draws with, in an interpreter without a browser.
import { svgFile } from "./file.js";

// The drawing library has timers for animations; nothing is animated here, and nothing waits.
globalThis.setTimeout ??= () => 0;

/** The picture of a chart, from texts: the interpreter's host has no objects of this side. */
export const svg = (chart, theme, width, source) => svgFile(JSON.parse(chart), JSON.parse(theme), width, source);
