// Turns the model of a chart into what the drawing library wants. Pure: the same model, theme and size give the same option.

import { labelPlaces } from "./labels.js";

const symbols = ["circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow"];
const dashes = ["solid", "dashed", "dotted", [8, 3, 2, 3]];
const panelHeight = 170;
const panelGap = 58;

/** A number for people: at most five digits, or all before the decimal point, as in tables and captions; groups of three. */
export const numberText = (value) => value === null || value === undefined ? "–"
  : (Math.abs(value) < 1e5 ? Number(value.toPrecision(5)) : Math.round(value)).toLocaleString("en", { maximumFractionDigits: 12 });

/** "latency, ms" */
export const heading = (axis) => (axis.unit ? `${axis.label}, ${axis.unit}` : axis.label);

/** An instant in UTC to the second. */
export const instantText = (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** A place on an axis in words. */
export function placeText(axis, value) {
  if (axis.scale === "time") {
    return instantText(value);
  }
  const text = axis.scale === "category" ? axis.categories[value] : numberText(value);
  return axis.unit ? `${text} ${axis.unit}` : text;
}

/** The lines of a tooltip about one point. */
export function pointText(chart, series, point) {
  const lines = [[series.panel, series.name || chart.y.label].filter(Boolean).join(": ")];
  if (chart.kind === "heat") {
    lines.push(`${chart.x.label}: from ${placeText(chart.x, point.x)}`, `${chart.y.label} ${placeText(chart.y, point.y)}`, `${numberText(point.count)} operations`);
    return lines;
  }
  const axis = series.axis ?? chart.y;
  const value = `${numberText(point.y)}${axis.unit ? ` ${axis.unit}` : ""}`;
  lines.push(`${chart.x.label}: ${placeText(chart.x, point.x)}`, point.y === null ? "no value" : `${axis.label}: ${value}`);
  if (point.low !== undefined && point.high !== undefined) {
    lines.push(`band: ${numberText(point.low)} to ${numberText(point.high)}`);
  }
  if (point.note) {
    lines.push(point.note);
  }
  return lines;
}

/** Columns of small charts that fit side by side. */
export const panelColumns = (width, panels) => Math.max(1, Math.min(panels, Math.floor(width / 280)));

/** What a disclaimer below a chart takes, in CSS pixels. */
const disclaimerRoom = (chart) => (chart.disclaimer ? 20 : 0);

/** How high a chart is drawn, in CSS pixels. */
export function heightOf(chart, width) {
  if (chart.kind === "panels") {
    const panels = new Set(chart.series.map((series) => series.panel)).size;
    return Math.ceil(panels / panelColumns(width, panels)) * (panelHeight + panelGap) + 40 + disclaimerRoom(chart);
  }
  const named = legendNames(chart).length;
  return (width < 500 ? 300 : 380) + (named > 4 ? 24 : 0) + disclaimerRoom(chart);
}

/** What the legend lists; nothing where there is one series only. */
export function legendNames(chart) {
  const names = [...new Set(chart.series.map((series) => nameOf(chart, series)))];
  return names.length > 1 && chart.kind !== "heat" ? names : [];
}

const nameOf = (chart, series) => series.name || (series.role === "published" ? "published" : chart.y.label);

/** The option of a chart. */
export function optionOf(chart, theme, width, animate = false) {
  const base = {
    animation: animate,
    animationDuration: 250,
    useUTC: true,
    backgroundColor: "transparent",
    color: theme.colors,
    textStyle: { fontFamily: theme.font, color: theme.ink },
    aria: { enabled: true, label: { description: chart.caption } },
    tooltip: tooltipOf(theme),
    // In the picture, because it must be wherever the picture goes.
    ...(chart.disclaimer ? { graphic: [{ type: "text", left: 8, bottom: 2, silent: true, style: { text: chart.disclaimer, fill: theme.soft, fontSize: width < 500 ? 10 : 11, fontFamily: theme.font } }] } : {}),
  };
  return chart.kind === "heat" ? { ...base, ...heatOf(chart, theme, width) } : chart.kind === "panels" ? { ...base, ...panelsOf(chart, theme, width) } : { ...base, ...linesOf(chart, theme, width) };
}

const tooltipOf = (theme) => ({
  trigger: "item",
  renderMode: "richText",
  confine: true,
  backgroundColor: theme.raised,
  borderColor: theme.line,
  textStyle: { color: theme.ink, fontSize: 12 },
  formatter: (at) => at.data?.lines?.().join("\n") ?? (at.name || ""),
});

function axisOf(axis, theme, extra) {
  const types = { linear: "value", log: "log", category: "category", time: "time" };
  return {
    type: types[axis.scale],
    ...(axis.scale === "category" ? { data: axis.categories } : {}),
    name: heading(axis),
    nameLocation: "middle",
    nameTextStyle: { color: theme.soft, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: theme.soft } },
    axisTick: { show: axis.scale !== "category" },
    splitLine: { show: axis.scale !== "category", lineStyle: { color: theme.grid } },
    minorSplitLine: { show: axis.scale === "log", lineStyle: { color: theme.grid, opacity: 0.5 } },
    ...(axis.whole ? { minInterval: 1 } : {}),
    ...extra,
    axisLabel: { color: theme.soft, fontSize: 11, hideOverlap: true, ...(axis.scale === "time" || axis.scale === "category" ? {} : { formatter: numberText }), ...extra?.axisLabel },
  };
}

/** True for a line at a place of the x axis. */
const isUpright = (line) => line.role === "change" || line.role === "publishedPlace";

/** A published value this many times above all others would press them to the floor: it stands at the edge. */
const farAbove = 2;

/** From where to where the values of an axis reach, lines across the chart included; published values only as far as ours stay readable. */
export function extent(chart, name) {
  const valuesOf = (series) => series.points.flatMap((point) => (name === "x" ? [point.x] : [point.y, point.low, point.high]));
  const all = (ours) => [
    ...chart.series.filter((series) => (series.role !== "published") === ours).flatMap(valuesOf),
    ...(name === "y" ? chart.lines.filter((line) => !isUpright(line) && (line.role !== "published") === ours).map((line) => line.value) : []),
    ...(name === "x" && !ours ? chart.lines.filter((line) => line.role === "publishedPlace").map((line) => line.value) : []),
  ];
  const most = name === "y" ? Math.max(...all(true).filter((value) => typeof value === "number")) : Infinity;
  const values = [...all(true), ...all(false).filter((value) => most <= 0 || value <= most * farAbove)];
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? [0, 1] : [Math.min(...known), Math.max(...known)];
}

/** Bounds that leave room; a linear axis of values begins at 0 unless all values are close together, as in a course over hours. */
export function bounds(chart, name) {
  const axis = chart[name];
  const [low, high] = extent(chart, name);
  if (axis.scale === "log") {
    const positive = Math.max(low, high / 1e9, Number.MIN_VALUE);
    // Levels are powers of two in most runs; latencies are read by decades.
    return isLevels(chart, name)
      ? { logBase: 2, min: 2 ** Math.floor(Math.log2(positive)), max: 2 ** Math.ceil(Math.log2(high)) }
      : { min: niceLog(positive, Math.floor), max: niceLog(high, Math.ceil) };
  }
  if (axis.scale !== "linear") {
    return {};
  }
  if (name === "x" && axis.whole) {
    // There is no repetition 0, and half a one is only room.
    return { min: low - 0.5, max: high + 0.5, minInterval: 1, axisLabel: { showMinLabel: false, showMaxLabel: false } };
  }
  if (name === "x") {
    // Where there are levels below 0, the library finds the round number below them.
    const ends = { min: low < 0 ? undefined : 0, max: high > 0 ? niceAbove(high) : undefined };
    return chart.x.label.startsWith("time") ? { ...ends, max: high, axisLabel: { showMaxLabel: false } } : { ...ends, minInterval: Number.isInteger(high) ? 1 : 0 };
  }
  if (axis.unit === "%" && chart.kind !== "bars" && low >= 0 && high <= 100) {
    return { min: 0, max: 100 };
  }
  const top = high > 0 ? niceAbove(high * 1.04) : low < 0 ? 0 : 1;
  const close = chart.x.scale === "time" && low > 0 && (high - low) / high < 0.2;
  return close ? { scale: true } : { min: low < 0 ? undefined : 0, max: axis.whole ? Math.ceil(top) : top };
}

/** True for an axis of levels, as of clients; the other logarithmic axes are latencies. */
const isLevels = (chart, name) => name === "x" && chart.y.unit !== "%";

/** The nearest of 1, 2, 5 times a power of ten on one side. */
function niceLog(value, side) {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 5, 10].map((step) => Number((step * power).toPrecision(6)));
  return side === Math.floor ? steps.findLast((step) => step <= value * 1.0001) ?? steps[0] : steps.find((step) => step >= value * 0.9999) ?? steps[3];
}

/** A round number not below a value. */
export function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return Number(([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value * 0.999999) * power).toPrecision(6));
}

function linesOf(chart, theme, width) {
  const legend = legendNames(chart);
  const legendRoom = legend.length > 0 ? 34 : 10;
  const labels = chart.x.scale === "category" ? Math.max(...chart.x.categories.map((name) => name.length)) : 0;
  const turned = labels * chart.x.categories.length * 7 > width - 80;
  const bottom = chart.x.scale === "category" && turned ? Math.min(150, 50 + labels * 5) : 50;
  const grid = { left: width < 500 ? 56 : 72, right: width < 500 ? 14 : 28, top: legendRoom + (chart.lines.length > 0 ? 12 : 6), bottom: bottom + disclaimerRoom(chart) };
  const room = { width: width - grid.left - grid.right, height: heightOf(chart, width) - grid.top - grid.bottom };
  return {
    legend: legendOf(legend, theme),
    grid,
    xAxis: axisOf(chart.x, theme, { nameGap: bottom - 20, ...bounds(chart, "x"), ...(turned ? { axisLabel: { rotate: 40, hideOverlap: false, interval: 0, width: 150, overflow: "truncate" } } : {}) }),
    yAxis: axisOf(chart.y, theme, { nameGap: width < 500 ? 42 : 54, ...bounds(chart, "y") }),
    series: seriesOf(chart, theme, legend, 0, chart.series, room),
  };
}

const legendOf = (names, theme) => ({
  show: names.length > 0,
  type: "scroll",
  top: 0,
  left: 0,
  right: 0,
  itemWidth: 28,
  textStyle: { color: theme.ink, fontSize: 12 },
  pageTextStyle: { color: theme.soft },
  pageIconColor: theme.ink,
  pageIconInactiveColor: theme.line,
  data: names,
});

/** Bands below, lines above them, dots on top; names decide colour, symbol and dash, so that a dot looks like its line. Names of lines go on in a next line where the room ends. */
function seriesOf(chart, theme, legend, axisIndex, shown, room) {
  const names = [...new Set(chart.series.map((series) => nameOf(chart, series)))];
  const top = bounds(chart, "y").max;
  const drawn = shown.flatMap((series) => {
    const index = names.indexOf(nameOf(chart, series));
    const look = { color: theme.colors[index % theme.colors.length], symbol: symbols[index % symbols.length], dash: dashes[index % dashes.length] };
    const parts = [pointsOf(chart, series, look, theme, axisIndex, top)];
    if (series.points.some((point) => point.low !== undefined)) {
      // After its line, from which the legend takes its symbol; below it by its z.
      parts.push(bandOf(chart, series, look, axisIndex));
    }
    return parts;
  });
  const first = drawn.find((series) => series.type === "line") ?? drawn[0];
  if (first && chart.lines.length > 0) {
    first.markLine = markLinesOf(chart, theme, top, room);
  }
  return drawn;
}

/** Where a value is drawn: at the edge when it is above it. */
const drawnAt = (value, top) => (top !== undefined && value > top ? top : value);

/** What tells a value at the edge from one that is there: an arrow upwards and the number. */
const atEdge = (chart, point, theme) => ({
  symbol: "arrow",
  symbolSize: 12,
  itemStyle: { color: theme.ink },
  label: { show: true, position: "bottom", formatter: `${numberText(point.y)}${chart.y.unit ? ` ${chart.y.unit}` : ""}`, color: theme.ink, fontSize: 11, textBorderColor: theme.paper, textBorderWidth: 3 },
});

/** A function, because the library copies all data: with the series in each of its points that took most of the time of drawing. */
const linesOfPoint = (chart, series, point) => () => pointText(chart, series, point);

const dataOf = (chart, series, look, theme, top) =>
  series.points.map((point) => ({
    value: [point.x, series.role === "published" ? drawnAt(point.y, top) : point.y],
    lines: linesOfPoint(chart, series, point),
    ...(series.role === "published" && point.y > top ? atEdge(chart, point, theme) : {}),
    ...(point.hollow ? { itemStyle: { color: theme.paper, borderColor: look.color, borderWidth: 2 } } : {}),
  }));

function pointsOf(chart, series, look, theme, axisIndex, top) {
  const shared = { name: nameOf(chart, series), xAxisIndex: axisIndex, yAxisIndex: axisIndex, data: dataOf(chart, series, look, theme, top), itemStyle: { color: look.color } };
  if (series.role === "published") {
    return { ...shared, type: "scatter", symbol: "diamond", symbolSize: 13, itemStyle: { color: "transparent", borderColor: theme.ink, borderWidth: 2 }, z: 4 };
  }
  if (series.role === "repetition") {
    return { ...shared, type: "scatter", symbol: look.symbol, symbolSize: 5, itemStyle: { color: look.color, opacity: 0.65 }, z: 3 };
  }
  if (chart.kind === "bars") {
    return { ...shared, type: "bar", barGap: "10%", emphasis: { focus: "series" }, z: 2 };
  }
  const many = series.points.length > 30 || chart.y.unit === "%";
  const joined = chart.x.scale !== "category";
  return {
    ...shared,
    type: "line",
    symbol: look.symbol,
    symbolSize: many ? 4 : 9,
    connectNulls: false,
    ...(chart.steps ? { step: "end" } : {}),
    lineStyle: { color: look.color, width: joined ? 2 : 0, type: look.dash },
    emphasis: { focus: "series" },
    z: 2,
  };
}

/** Points with an interval, in parts between which something is missing: what was not measured has no band. */
export function unbroken(points) {
  const parts = [[]];
  for (const point of points) {
    if (point.low !== undefined && point.high !== undefined) {
      parts.at(-1).push(point);
    } else if (point.y === null) {
      parts.push([]);
    }
  }
  return parts.filter((part) => part.length > 0);
}

/** The area between the ends of the intervals, and a whisker at each point. */
function bandOf(chart, series, look, axisIndex) {
  const points = series.points.filter((point) => point.low !== undefined && point.high !== undefined);
  return {
    name: nameOf(chart, series),
    type: "custom",
    xAxisIndex: axisIndex,
    yAxisIndex: axisIndex,
    silent: true,
    z: 1,
    data: [points.map((point) => point.x)[0]].map((x) => [x, points[0].low]),
    renderItem: (params, api) => {
      const at = (x, y) => api.coord([x, y]);
      const low = (point) => at(point.x, point.low);
      const high = (point) => at(point.x, point.high);
      const areas = chart.x.scale === "category" ? [] : unbroken(series.points).map((part) => (
        { type: "polygon", shape: { points: [...part.map(high), ...part.map(low).toReversed()] }, style: { fill: look.color, opacity: 0.16 } }));
      return { type: "group", children: [...areas, ...points.flatMap((point) => whisker(low(point), high(point), look.color))] };
    },
    clip: true,
  };
}

const whisker = ([x, low], [, high], color) => [
  { type: "line", shape: { x1: x, y1: low, x2: x, y2: high }, style: { stroke: color, lineWidth: 1.5 } },
  { type: "line", shape: { x1: x - 5, y1: low, x2: x + 5, y2: low }, style: { stroke: color, lineWidth: 1.5 } },
  { type: "line", shape: { x1: x - 5, y1: high, x2: x + 5, y2: high }, style: { stroke: color, lineWidth: 1.5 } },
];

/** How far below the upper end of the plot a value is drawn, in pixels. */
function depthIn(chart, room) {
  const { min, max } = bounds(chart, "y");
  const [low, high] = extent(chart, "y");
  const at = chart.y.scale === "log" ? Math.log : Number;
  return (value) => (room.height * (at(max ?? high) - at(value))) / (at(max ?? high) - at(min ?? low) || 1);
}

function markLinesOf(chart, theme, top, room) {
  const across = chart.lines.filter((line) => !isUpright(line));
  const depth = depthIn(chart, room);
  const places = labelPlaces(across.map((line) => ({ name: line.name, y: depth(drawnAt(line.value, top)), atEdge: line.value >= top })), { ...room, width: room.width - 10 });
  const looks = { limit: { color: theme.bad, type: "solid" }, published: { color: theme.ink, type: "dashed" }, publishedPlace: { color: theme.ink, type: "dashed" }, change: { color: theme.bad, type: "dotted" }, reference: { color: theme.soft, type: "dashed" } };
  return {
    silent: true,
    symbol: "none",
    animation: false,
    z: 6,
    data: chart.lines.map((line) => ({
      ...(isUpright(line) ? { xAxis: line.value } : { yAxis: drawnAt(line.value, top) }),
      lineStyle: { ...looks[line.role], width: 1.5 },
      label: { formatter: !isUpright(line) && line.value > top ? `↑ ${line.name}` : line.name, position: isUpright(line) ? "insideStartTop" : places[across.indexOf(line)], color: looks[line.role].color, fontSize: 11, lineHeight: 14, textBorderColor: theme.paper, textBorderWidth: 3, width: (isUpright(line) ? room.height : room.width) - 10, overflow: "break" },
    })),
  };
}

/** What is in a panel, where panels have axes of their own; else the chart, so that all have one scale. */
function partOf(chart, panel) {
  const series = chart.series.filter((one) => one.panel === panel);
  return chart.series.some((one) => one.axis) ? { ...chart, y: series[0].axis ?? chart.y, series, lines: chart.lines.filter((line) => line.panel === panel) } : chart;
}

function panelsOf(chart, theme, width) {
  const panels = [...new Set(chart.series.map((series) => series.panel))];
  const parts = panels.map((panel) => partOf(chart, panel));
  const columns = panelColumns(width, panels.length);
  const legend = legendNames(chart);
  const top = legend.length > 0 ? 40 : 14;
  const cell = width / columns;
  const place = (index) => ({ left: (index % columns) * cell + 62, top: top + Math.floor(index / columns) * (panelHeight + panelGap) + 18, width: cell - 84, height: panelHeight - 30 });
  return {
    legend: legendOf(legend, theme),
    title: panels.map((panel, index) => ({ text: panel, left: place(index).left, top: place(index).top - 20, textStyle: { fontSize: 12, fontWeight: 600, color: theme.ink } })),
    grid: panels.map((_, index) => place(index)),
    xAxis: panels.map((_, index) => axisOf(chart.x, theme, { gridIndex: index, nameGap: 24, ...bounds(chart, "x") })),
    yAxis: parts.map((part, index) => axisOf(part.y, theme, { gridIndex: index, nameGap: 46, ...bounds(part, "y"), name: part !== chart && part.y !== chart.y || index % columns === 0 ? heading(part.y) : "" })),
    series: panels.flatMap((panel, index) => seriesOf(parts[index], theme, legend, index, chart.series.filter((series) => series.panel === panel), place(index))),
  };
}

function heatOf(chart, theme, width) {
  const most = Math.max(...chart.series[0].points.map((point) => point.count));
  return {
    grid: { left: width < 500 ? 56 : 72, right: width < 500 ? 14 : 28, top: 14, bottom: 96 + disclaimerRoom(chart) },
    xAxis: axisOf(chart.x, theme, { nameGap: 28 }),
    yAxis: axisOf(chart.y, theme, { nameGap: width < 500 ? 42 : 54 }),
    visualMap: {
      min: 0,
      max: Math.max(Math.log10(most), 0.3),
      dimension: 2,
      orient: "horizontal",
      left: "center",
      bottom: disclaimerRoom(chart),
      itemHeight: Math.min(220, width / 2),
      itemWidth: 12,
      text: [`${numberText(most)} operations`, "1"],
      textStyle: { color: theme.soft, fontSize: 11 },
      formatter: (value) => numberText(Math.round(10 ** value)),
      inRange: { color: theme.heat },
    },
    series: [
      {
        name: "operations",
        type: "heatmap",
        progressive: 0,
        itemStyle: { borderColor: theme.paper, borderWidth: 0.5 },
        emphasis: { itemStyle: { borderColor: theme.ink, borderWidth: 1.5 } },
        data: chart.series[0].points.map((point) => ({ value: [point.x, point.y, Math.log10(point.count)], lines: linesOfPoint(chart, chart.series[0], point) })),
      },
    ],
  };
}
