// Times stand in the page in UTC. Here they become the reader's own, with UTC on hover.
const two = (number) => String(number).padStart(2, "0");

/** As the command line and the files write it: 2026-03-14 09:26:53. */
export function localTime(instant) {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? null
    : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

export function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-utc])")) {
    const local = localTime(time.getAttribute("datetime"));
    if (local !== null) {
      time.dataset.utc = time.textContent;
      time.title = time.textContent;
      time.textContent = local;
    }
  }
}

if (typeof document !== "undefined") {
  localise(document);
  new MutationObserver(() => localise(document)).observe(document.getElementById("main"), { childList: true, subtree: true });
  const note = document.querySelector("[data-zone]");
  if (note) {
    note.textContent = `Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone};`;
  }
}
