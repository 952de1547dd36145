import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bounds, extent, heightOf, legendNames, niceAbove, numberText, optionOf, panelColumns, pointText, unbroken } from "../option.js";

const theme = { ink: "#000", soft: "#555", line: "#ccc", grid: "#eee", paper: "#fff", raised: "#f5f5f5", bad: "#b00", colors: ["#1", "#2", "#3"], heat: ["#0", "#9"], font: "sans" };

const rate = {
  id: "rate", kind: "line", title: "Throughput", caption: "Rises.", lines: [],
  x: { label: "clients", unit: "", scale: "linear", categories: [] },
  y: { label: "rate", unit: "MB/s", scale: "linear", categories: [] },
  series: [
    { name: "", role: "measured", panel: "", points: [{ x: 1, y: 100, low: 90, high: 110 }, { x: 4, y: 160, low: 150, high: 171, hollow: true, note: "n = 6" }] },
    { name: "", role: "repetition", panel: "", points: [{ x: 1, y: 98 }, { x: 4, y: 161, hollow: true }] },
  ],
};

test("a flagged point is drawn hollow: filled with the paper's colour", () => {
  const line = optionOf(rate, theme, 800).series.find((series) => series.type === "line");
  assert.equal(line.data[1].itemStyle.color, theme.paper);
  assert.equal(line.data[1].itemStyle.borderColor, "#1");
  assert.equal(line.data[0].itemStyle, undefined);
});

test("an interval is a band and no interval none", () => {
  assert.equal(optionOf(rate, theme, 800).series.filter((series) => series.type === "custom").length, 1);
  const bare = { ...rate, series: [rate.series[1]] };
  assert.equal(optionOf(bare, theme, 800).series.filter((series) => series.type === "custom").length, 0);
});

test("series differ in symbol and dash, not in colour alone", () => {
  const two = { ...rate, series: ["a", "b"].map((name) => ({ ...rate.series[0], name })) };
  const [a, b] = optionOf(two, theme, 800).series.filter((series) => series.type === "line");
  assert.notEqual(a.symbol, b.symbol);
  assert.notEqual(a.lineStyle.type, b.lineStyle.type);
  assert.deepEqual(legendNames(two), ["a", "b"]);
});

test("repetitions are counted from 1", () => {
  const chart = { ...rate, x: { ...rate.x, label: "repetition", whole: true } };
  const axis = bounds(chart, "x");
  assert.deepEqual([axis.min, axis.max, axis.minInterval], [0.5, 4.5, 1]);
  assert.equal(axis.axisLabel.showMinLabel, false);
});

test("a level below 0 is in the picture", () => {
  const at = (...places) => bounds({ ...rate, series: [{ ...rate.series[0], points: places.map((x) => ({ x, y: 1 })) }] }, "x");
  assert.deepEqual([at(1, 4).min, at(1, 4).max], [0, 4]);
  assert.deepEqual([at(-10, 4).min, at(-10, 4).max], [undefined, 4]);
  assert.deepEqual([at(-10, -5).min, at(-10, -5).max], [undefined, undefined]);
  assert.deepEqual([at(-10, 0).min, at(-10, 0).max], [undefined, undefined]);
});

test("one series needs no legend", () => assert.deepEqual(legendNames(rate), []));

test("the axis of values begins at 0 and has room for limits", () => {
  const limited = { ...rate, lines: [{ role: "limit", name: "limit", value: 500 }] };
  assert.deepEqual(extent(limited, "y"), [90, 500]);
  assert.equal(bounds(limited, "y").min, 0);
  assert.ok(bounds(limited, "y").max >= 500);
  const mark = optionOf(limited, theme, 800).series.find((series) => series.markLine).markLine.data[0];
  assert.equal(mark.yAxis, 500);
});

test("values of 0 and less are in the picture, and those below 0 alone end at 0", () => {
  const valued = (...values) => bounds({ ...rate, x: { ...rate.x, scale: "time" }, series: [{ ...rate.series[1], points: values.map((y, x) => ({ x, y })) }] }, "y");
  assert.deepEqual(valued(0, 0), { min: 0, max: 1 });
  assert.deepEqual(valued(-0.3, -0.2), { min: undefined, max: 0 });
  assert.equal(valued(-5, 10).min, undefined);
});

test("a share below 0 or above 100 % is in the picture, and others are drawn of the whole", () => {
  const shares = (...values) => bounds({ ...rate, y: { ...rate.y, unit: "%" }, series: [{ ...rate.series[1], points: values.map((y, x) => ({ x, y })) }] }, "y");
  assert.deepEqual(shares(3, 60), { min: 0, max: 100 });
  assert.deepEqual(shares(-50, 0), { min: undefined, max: 0 });
  assert.deepEqual(shares(20, 130), { min: 0, max: 150 });
});

const namePlaces = (lines, width) => optionOf({ ...rate, lines }, theme, width).series.find((series) => series.markLine).markLine.data.map((mark) => mark.label.position);

test("names of neighbouring levels stand at either end, and not on a line", () => {
  const levels = (...values) => values.map((value) => ({ role: "published", name: String(value), value }));
  assert.deepEqual(namePlaces(levels(100, 160), 800), ["insideEndTop", "insideStartTop"]);
  assert.deepEqual(namePlaces(levels(150, 160), 800), ["insideEndBottom", "insideStartTop"]);
});

test("long names of lines that lie close together stand on either side of both, on any width", () => {
  const lines = [[100, "published maximum 100 MB/s, about, hill-2010, text 6.1"], [98, "published maximum 98 MB/s, hill-2010, fig 1"]]
    .map(([value, name]) => ({ role: "published", name, value }));
  for (const width of [260, 400, 640]) {
    assert.deepEqual(namePlaces(lines, width).map((place) => place.match(/Top|Bottom/)[0]), ["Top", "Bottom"]);
  }
});

test("the name of a line at the upper edge stands below it, that of one at the lower edge above", () => {
  assert.deepEqual(namePlaces([{ role: "published", name: "far", value: 5000 }, { role: "limit", name: "none", value: 0 }], 800), ["insideEndBottom", "insideStartTop"]);
});

test("a change is a vertical line and does not stretch the values", () => {
  const changed = { ...rate, lines: [{ role: "change", name: "from 1 to 2", value: 3 }] };
  assert.deepEqual(extent(changed, "y"), [90, 171]);
  assert.equal(optionOf(changed, theme, 800).series.find((series) => series.markLine).markLine.data[0].xAxis, 3);
});

test("what was not measured has no band", () => {
  const at = (x) => ({ x, y: 2, low: 1, high: 3 });
  assert.deepEqual(unbroken([at(1), at(2), { x: 3, y: null }, at(4)]).map((part) => part.map((point) => point.x)), [[1, 2], [4]]);
  assert.deepEqual(unbroken([at(1), { x: 2, y: 5 }, at(3)]).map((part) => part.length), [2]);
});

test("a gap stays a gap", () => {
  const gap = { ...rate, series: [{ ...rate.series[0], points: [{ x: 1, y: 2 }, { x: 2, y: null }, { x: 3, y: 2 }] }] };
  const line = optionOf(gap, theme, 800).series.find((series) => series.type === "line");
  assert.equal(line.connectNulls, false);
  assert.deepEqual(line.data[1].value, [2, null]);
  assert.ok(pointText(gap, gap.series[0], gap.series[0].points[1]).includes("no value"));
});

test("a tooltip says value, unit, band and note", () =>
  assert.deepEqual(pointText(rate, rate.series[0], rate.series[0].points[1]), ["rate", "clients: 4", "rate: 160 MB/s", "band: 150 to 171", "n = 6"]));

test("the option of a series grows with its points, not with their square, because the library copies all of it", () => {
  const sizeOf = (count) => {
    const series = { ...rate.series[0], points: Array.from({ length: count }, (_, index) => ({ x: index + 1, y: 100 })) };
    return JSON.stringify(optionOf({ ...rate, series: [series] }, theme, 800)).length;
  };
  assert.ok(sizeOf(400) < 2.5 * sizeOf(200), `${sizeOf(200)} characters for 200 points, ${sizeOf(400)} for 400`);
  const line = optionOf(rate, theme, 800).series[0];
  assert.deepEqual(line.data[1].lines(), pointText(rate, rate.series[0], rate.series[0].points[1]));
});

test("tooltips are canvas text, because the policy of the page refuses inline styles", () => assert.equal(optionOf(rate, theme, 800).tooltip.renderMode, "richText"));

test("small charts fit the width", () => {
  assert.equal(panelColumns(390, 6), 1);
  assert.equal(panelColumns(900, 6), 3);
  assert.equal(panelColumns(900, 2), 2);
  const panels = { ...rate, kind: "panels", series: ["1", "2", "3"].map((panel) => ({ ...rate.series[0], panel })) };
  assert.equal(optionOf(panels, theme, 900).grid.length, 3);
  assert.ok(heightOf(panels, 390) > heightOf(panels, 900));
});

test("colours of a heat map count decades", () => {
  const heat = { ...rate, kind: "heat", x: { ...rate.x, scale: "category", categories: ["0", "1"] }, y: { ...rate.y, scale: "category", categories: ["1", "2"] }, series: [{ name: "operations", role: "measured", panel: "", points: [{ x: 0, y: 1, count: 1000 }, { x: 1, y: 0, count: 1 }] }] };
  const option = optionOf(heat, theme, 800);
  assert.deepEqual(option.series[0].data.map((cell) => cell.value), [[0, 1, 3], [1, 0, 0]]);
  assert.equal(option.visualMap.max, 3);
});

test("numbers have few digits, or all before the decimal point, and groups", () => {
  assert.equal(numberText(1234567.8), "1,234,568");
  assert.equal(numberText(99999.96), "100,000");
  assert.equal(numberText(12.34567), "12.346");
  assert.equal(numberText(0.000123), "0.000123");
  assert.equal(numberText(null), "–");
});

test("levels and counts have all their digits on axes, in tooltips and in the legend", () => {
  const sized = { ...rate, x: { ...rate.x, label: "blobBytes", scale: "log" }, series: [{ ...rate.series[0], points: [131072, 1048576].map((x) => ({ x, y: 100 })) }] };
  assert.ok(pointText(sized, sized.series[0], sized.series[0].points[1]).includes("blobBytes: 1,048,576"));
  assert.equal(optionOf(sized, theme, 800).xAxis.axisLabel.formatter(131072), "131,072");
  const heat = { ...rate, kind: "heat", x: { ...rate.x, scale: "category", categories: ["0"] }, y: { ...rate.y, scale: "category", categories: ["1"] }, series: [{ name: "operations", role: "measured", panel: "", points: [{ x: 0, y: 0, count: 123456 }] }] };
  const { visualMap } = optionOf(heat, theme, 800);
  assert.ok(pointText(heat, heat.series[0], heat.series[0].points[0]).includes("123,456 operations"));
  assert.deepEqual([visualMap.text[0], visualMap.formatter(visualMap.max)], ["123,456 operations", "123,456"]);
});

test("a round number above is never below", () => {
  for (let value = 0.001; value < 1e7; value *= 1.37) {
    assert.ok(niceAbove(value) >= value * 0.99999, String(value));
    assert.ok(niceAbove(value) <= value * 2.01, String(value));
  }
});

test("every agreed model becomes an option", () => {
  const models = JSON.parse(readFileSync(new URL("../../../../../tests/AzurePerf.UnitTests/Golden/charts.json", import.meta.url))).charts;
  assert.ok(models.length > 3);
  for (const model of models) {
    for (const width of [340, 900]) {
      assert.ok(optionOf(model, theme, width).series.length > 0, model.id);
    }
  }
});

test("a published value far above ours stands at the edge with an arrow and its number, and ours use the plot", () => {
  const chart = { ...rate, series: [rate.series[0], { name: "published: A", role: "published", panel: "", points: [{ x: 1, y: 120 }, { x: 4, y: 4000 }] }], lines: [{ role: "published", name: "published maximum 5 GB/s", value: 5000 }] };
  const option = optionOf(chart, theme, 800);
  const top = option.yAxis.max;
  assert.ok(top < 300);
  const [near, far] = option.series.find((series) => series.type === "scatter").data;
  assert.deepEqual([near.value, near.symbol], [[1, 120], undefined]);
  assert.deepEqual([far.value, far.symbol, far.label.formatter], [[4, top], "arrow", "4,000 MB/s"]);
  const [line] = option.series.find((series) => series.markLine).markLine.data;
  assert.deepEqual([line.yAxis, line.label.formatter], [top, "↑ published maximum 5 GB/s"]);
});

test("a published value without anything of ours decides the axis itself", () => {
  const chart = { ...rate, series: [{ name: "published: A", role: "published", panel: "", points: [{ x: 1, y: 120 }] }] };
  assert.ok(optionOf(chart, theme, 800).yAxis.max >= 120);
});

test("what is counted has whole numbers, and what holds until the next value has steps", () => {
  const chart = { ...rate, steps: true, y: { label: "workers", unit: "", scale: "linear", categories: [], whole: true } };
  const option = optionOf(chart, theme, 800);
  assert.equal(option.yAxis.minInterval, 1);
  assert.equal(option.series.find((series) => series.type === "line").step, "end");
  for (const [high, top] of [[0, 1], [1, 2], [2, 3], [12, 15]]) {
    assert.equal(bounds({ ...chart, series: [{ ...rate.series[1], points: [{ x: 1, y: high }] }] }, "y").max, top);
  }
});

test("bars of per cent reach as high as they must, with the line that they are read against", () => {
  const chart = { ...rate, kind: "bars", y: { label: "variation", unit: "%", scale: "linear", categories: [] }, lines: [{ role: "reference", name: "even", value: 1 }], series: [{ ...rate.series[1], role: "measured", points: [{ x: 1, y: 3 }, { x: 2, y: null }] }] };
  const option = optionOf(chart, theme, 800);
  assert.deepEqual([option.series[0].type, option.yAxis.max], ["bar", 4]);
  assert.equal(option.series[0].markLine.data[0].yAxis, 1);
  assert.equal(option.series[0].markLine.data[0].lineStyle.color, theme.soft);
});

test("a disclaimer is drawn into every kind of picture, in room of its own", () => {
  const panels = { ...rate, kind: "panels", series: ["1", "2"].map((panel) => ({ ...rate.series[0], panel })) };
  const heat = { ...rate, kind: "heat", x: { ...rate.x, scale: "category", categories: ["0"] }, y: { ...rate.y, scale: "category", categories: ["1"] }, series: [{ name: "operations", role: "measured", panel: "", points: [{ x: 0, y: 0, count: 10 }] }] };
  for (const chart of [rate, panels, heat]) {
    const disclaiming = { ...chart, disclaimer: "derived" };
    assert.deepEqual(optionOf(disclaiming, theme, 900).graphic.map((part) => part.style.text), ["derived"]);
    assert.equal(heightOf(disclaiming, 900), heightOf(chart, 900) + 20);
    assert.equal(optionOf(chart, theme, 900).graphic, undefined);
  }
});

test("panels with an axis of their own have their scale, unit and lines", () => {
  const upper = { ...rate.series[0], panel: "mean" };
  const lower = { ...rate.series[0], panel: "share", axis: { label: "share", unit: "%", scale: "linear", categories: [] }, points: [{ x: 1, y: 90 }, { x: 4, y: 50 }] };
  const chart = { ...rate, kind: "panels", series: [upper, lower], lines: [{ role: "published", name: "p", value: 50, panel: "share" }, { role: "publishedPlace", name: "q", value: 9, panel: "mean" }] };
  const option = optionOf(chart, theme, 900);
  assert.deepEqual(option.yAxis.map((axis) => axis.max), [bounds({ ...chart, series: [upper], lines: [] }, "y").max, 100]);
  assert.deepEqual(option.series.filter((series) => series.markLine).map((series) => series.markLine.data.map((line) => [line.xAxis, line.yAxis])), [[[9, undefined]], [[undefined, 50]]]);
  assert.equal(extent(chart, "x")[1], 9);
  const [upright, across] = option.series.flatMap((series) => series.markLine?.data ?? []).map((line) => line.label);
  assert.ok(upright.width < option.grid[0].height && across.width < option.grid[1].width, "a long name of a line stays within its panel");
  assert.ok(pointText(chart, lower, lower.points[0]).includes("share: 90 %"));
});
