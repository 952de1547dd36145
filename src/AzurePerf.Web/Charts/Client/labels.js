// Where the names of lines across a chart stand: on no other name and, where that can be, on no other line. Pure.

const lineHeight = 14;
const letterWidth = 6.7;

/** Between a line and its name. */
const distance = 5;

/** What a line of text may take above the plot. */
const above = 22;

const ends = ["End", "Start"];

/** From where to where a name reaches, in pixels from the upper left corner of the plot. */
function boxOf(line, side, end, room) {
  const whole = line.name.length * letterWidth;
  const width = Math.min(whole, room.width);
  const height = Math.ceil(whole / room.width) * lineHeight;
  const left = end === "End" ? room.width - width : 0;
  const top = side === "Top" ? line.y - distance - height : line.y + distance;
  return { left, right: left + width, top, bottom: top + height };
}

const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Positions as the drawing library names them, one for each line: { name, y, atEdge }, y in pixels below the upper end of the plot. */
export function labelPlaces(lines, room) {
  const taken = [];
  const places = lines.map(() => "");
  const faultsOf = (box, line) =>
    4 * taken.filter((other) => meet(box, other)).length
    + 2 * (box.top < -above || box.bottom > room.height)
    + lines.filter((other) => other !== line && other.y > box.top && other.y < box.bottom).length;
  for (const [index, line] of [...lines.entries()].toSorted(([, one], [, other]) => one.y - other.y)) {
    // Above the line, by turns at its end and its beginning; below one at the edge.
    const sides = line.atEdge ? ["Bottom", "Top"] : ["Top", "Bottom"];
    const turns = index % 2 === 0 ? ends : ends.toReversed();
    const choices = sides.flatMap((side) => turns.map((end) => ({ place: `inside${end}${side}`, box: boxOf(line, side, end, room) })));
    const best = choices.reduce((one, other) => (faultsOf(other.box, line) < faultsOf(one.box, line) ? other : one));
    taken.push(best.box);
    places[index] = best.place;
  }
  return places;
}
