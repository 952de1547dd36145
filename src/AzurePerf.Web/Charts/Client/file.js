// A chart as a picture of its own: its title above it, and below it where its numbers come from.
import { init } from "./echarts.js";
import { heightOf, optionOf } from "./option.js";

const margin = 16;
const head = 40;
const foot = 28;

const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (mark) => marks[mark]);

// Names may have characters that XML has no place for.
const withoutStrays = (svg) => svg.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, " ");

/** The picture as SVG. It is drawn as text: an SVG in the page would need styles that its policy refuses. */
export function svgFile(chart, theme, width, source) {
  const inner = heightOf(chart, width);
  const drawing = init(null, null, { renderer: "svg", ssr: true, width, height: inner });
  drawing.setOption({ ...optionOf(chart, theme, width), backgroundColor: theme.paper });
  const content = drawing.renderToSVGString();
  drawing.dispose();
  const height = head + inner + foot;
  const line = (y, size, weight, color, text) => `<text x="${margin}" y="${y}" font-family="${escaped(theme.font)}" font-size="${size}" font-weight="${weight}" fill="${theme[color]}">${escaped(text)}</text>\n`;
  return withoutStrays(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">\n`
    + `<title>${escaped(chart.title)}</title>\n<desc>${escaped(chart.caption)}</desc>\n`
    + `<rect width="${width}" height="${height}" fill="${theme.paper}"/>\n`
    + line(26, 16, 600, "ink", chart.title)
    + `<g transform="translate(0,${head})">\n${content}\n</g>\n`
    + line(height - 10, 11, 400, "soft", source)
    + "</svg>\n");
}
