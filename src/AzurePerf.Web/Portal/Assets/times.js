// Times stand in the page in UTC. Here they become the reader's own, with UTC on hover.
const words = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" });

export function localTime(instant, format = words) {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? null : format.format(at);
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
