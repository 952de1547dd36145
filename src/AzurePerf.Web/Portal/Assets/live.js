// Reads a page again while what it shows still changes, without losing scroll position, focus, ticks, selected text or opened details.
// A run's page is told by server-sent events when there is something new; any other page, and a run's while no events come,
// is read again every few seconds. Without this script the page has a link to read it again.
import { Pace, eventsAddress, passes } from "./pace.js";
import { hasAll, isInHand, isNews, isTypedIn, keepFolds, mayReplace, replace } from "./region.js";
import { say } from "./say.js";
import { localise } from "./times.js";

const { refreshSeconds, events } = document.body.dataset;
const interval = Number(refreshSeconds) * 1000;
const least = 1000;

/** Parts of the last reading, each after the one that it is to replace, whose reader has not done with that. */
let kept = [];

/** What the pointer is pressed on. */
let pressed = null;

/** Until what was kept at the end is tried again. */
let wait;

/** How long a selection that nobody changes keeps what is new from being seen: long enough to copy it. */
const copying = 20_000;

/** Until a selection is old; null where it is, or there was none. */
let selecting = null;

/** Says on the page that the sign-in has ended; hidden while it has not. */
const signedOut = document.getElementById("signed-out");

/** Shows a part of what was read; false while its reader has not done with the one that is shown. */
function show([region, fresh]) {
  keepFolds(region, fresh);
  if (!isNews(region, fresh)) {
    return true;
  }
  if (isInHand(region, selecting && getSelection(), pressed) || !mayReplace(region, fresh, document.activeElement)) {
    return false;
  }
  replace(region, fresh, document.activeElement);
  return true;
}

/** Shows parts where that may be, and keeps the others. */
function showAll(parts) {
  kept = parts.filter((part) => !show(part));
  document.dispatchEvent(new CustomEvent("azureperf:refreshed"));
}

/** Gives way to another page; false while that would lose what was typed and is not sent yet. */
function leave(regions) {
  if (regions.some(isTypedIn)) {
    return false;
  }
  location.reload();
  return true;
}

/** Shows what is new; false when nothing of the page changes any more. */
async function refresh() {
  const regions = [...document.querySelectorAll("[data-live]")];
  let next;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (response.redirected) { // to the sign-in, which has ended
      const stays = !leave(regions);
      if (stays && signedOut.hidden) {
        say(signedOut.textContent);
      }
      signedOut.hidden = !stays;
      return stays;
    }
    if (passes(response.status)) {
      return true;
    }
    next = new DOMParser().parseFromString(await response.text(), "text/html");
    localise(next); // as those shown are, or no region with a time would ever be the same
  } catch {
    return true; // the server may be restarting: ask again
  }
  signedOut.hidden = true;

  if (!hasAll(next, regions)) {
    return !leave(regions); // it became another page, as a comparison whose runs have ended
  }
  showAll(regions.map((region) => [region, next.querySelector(`[data-live="${region.dataset.live}"]`)]));
  if (document.title !== next.title) { // as a run's does with its state
    document.title = next.title;
    say(next.title);
  }
  return Boolean(next.body.dataset.refreshSeconds);
}

const pace = new Pace({ refresh, least, interval, hidden: () => document.hidden, refused: () => !signedOut.hidden });

/** One stream for a page that somebody sees: browsers open only a few connections to one host. */
function follow(address) {
  let source = null;
  let last = null;
  const open = () => {
    source = new EventSource(eventsAddress(address, last));
    for (const kind of ["event", "run"]) {
      source.addEventListener(kind, (message) => {
        last = message.lastEventId || last;
        pace.told();
      });
    }
    source.addEventListener("heartbeat", () => pace.alive());
    source.addEventListener("end", () => {
      close();
      pace.told();
    });
  };
  const close = () => {
    source?.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      close();
    } else if (source === null && !pace.finished) {
      open();
      pace.told();
    }
  });
  pace.whenFinished = close;
  if (!document.hidden) {
    open();
  }
}

if (events && "EventSource" in window) {
  follow(events);
}

/** The reader may have done with what was kept. */
function release() {
  if (kept.length > 0 && pace.finished) {
    clearTimeout(wait);
    wait = setTimeout(() => showAll(kept), least); // what was read last is the end; not at once, or a click would lose what it is on
  } else if (kept.length > 0) {
    pace.again();
  }
}

document.addEventListener("focusout", release);
document.addEventListener("selectionchange", ({ target }) => {
  if (target !== document) {
    return; // the caret of a field, where somebody types
  }
  clearTimeout(selecting);
  selecting = setTimeout(() => {
    selecting = null;
    release();
  }, copying);
  release();
});
document.addEventListener("pointerdown", ({ target }) => { pressed = target; });
for (const kind of ["pointerup", "pointercancel", "contextmenu", "dragend"]) { // a menu and a drag take the end of the press that began them
  document.addEventListener(kind, () => {
    pressed = null;
    release();
  });
}
pace.start();
