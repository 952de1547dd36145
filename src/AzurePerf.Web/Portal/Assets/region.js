// What a reader did to a part of a page that is read again, which must outlast that: ticked boxes, typed text and the place of the focus.

const within = (region, id) => region.querySelector(`[id="${id}"]`);

/** Ids of the boxes that are ticked. */
export const tickedIn = (region) => [...region.querySelectorAll("input[type=checkbox][id]")].filter((box) => box.checked).map((box) => box.id);

/** True where the focus can be put on the same thing again and nothing else is lost: not what is being typed, nor what stands in opened details. */
const isFoundAgain = (active) => active.id !== "" && active.matches("a[href], button, input[type=checkbox]") && active.closest("details") === null;

/** True where each part that is shown has its successor in what was read. */
export const hasAll = (page, regions) => regions.every((region) => page.querySelector(`[data-live="${region.dataset.live}"]`) !== null);

/** True where something was typed that is not sent yet. */
const isTypedIn = (region) => [...region.querySelectorAll("textarea, input[type=text]")].some((field) => field.value !== field.defaultValue);

/** False where what is fresh lacks what has the focus or what was typed: then what is shown stays until the reader has done with it. */
export function mayReplace(region, fresh, active) {
  return !isTypedIn(region) && (!region.contains(active) || (isFoundAgain(active) && within(fresh, active.id) !== null));
}

/** Shows what is fresh, with the same boxes ticked, where they are still there, and the focus where it was. */
export function replace(region, fresh, active) {
  const ticked = tickedIn(region);
  const focused = region.contains(active) ? active.id : "";
  region.replaceChildren(...fresh.childNodes);
  for (const id of ticked) {
    const box = within(region, id);
    if (box !== null) {
      box.checked = true;
    }
  }
  if (focused !== "") {
    within(region, focused).focus({ preventScroll: true });
  }
}
