// Colours and font of the page around a chart, so that light and dark follow it.

const colorNames = [1, 2, 3, 4, 5, 6, 7, 8].map((index) => `--chart-${index}`);
const heatNames = [1, 2, 3, 4, 5].map((index) => `--heat-${index}`);

/** Reads the theme of an element. What a property resolves to only an element that uses it knows. */
export function themeOf(element) {
  const probe = element.ownerDocument.createElement("span");
  probe.style.forcedColorAdjust = "none"; // forced colours have one ink for all, which a chart means something by
  element.append(probe);
  const value = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    ink: value("--ink"),
    soft: value("--soft"),
    line: value("--line"),
    grid: value("--chart-grid"),
    paper: value("--paper"),
    raised: value("--raised"),
    bad: value("--bad"),
    colors: colorNames.map(value),
    heat: heatNames.map(value),
    // Its quotes would end the attribute that an SVG has it in.
    font: getComputedStyle(probe).fontFamily.replaceAll('"', "'"),
  };
  probe.remove();
  return theme;
}
