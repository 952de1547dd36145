// Walking through the points of a chart by keyboard: left and right along a series, up and down between series. Pure.

/** Series that can be walked: their index in the option and how many points they have. */
export const walkable = (option) =>
  option.series.map((series, index) => ({ index, count: series.type === "custom" ? 0 : series.data.length })).filter((series) => series.count > 0);

/** The key of an event; empty with another key that makes it the browser's own, such as to go back. */
export const keyOf = ({ key, ctrlKey, altKey, metaKey }) => (ctrlKey || altKey || metaKey ? "" : key);

/** The place after a key; null to leave, undefined for a key that means nothing. */
export function step(series, place, key) {
  if (series.length === 0) {
    return undefined;
  }
  if (key === "Escape") {
    return null;
  }
  if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key)) {
    return undefined;
  }
  if (!place) {
    return { at: 0, point: 0 };
  }
  const last = (at) => series[at].count - 1;
  const at = key === "ArrowUp" ? Math.max(0, place.at - 1) : key === "ArrowDown" ? Math.min(series.length - 1, place.at + 1) : place.at;
  const moved = { ArrowLeft: place.point - 1, ArrowRight: place.point + 1, Home: 0, End: last(at) }[key] ?? place.point;
  return { at, point: Math.max(0, Math.min(last(at), moved)) };
}
