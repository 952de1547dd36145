// Reads a page again while what it shows still changes, without losing scroll position, focus or opened details.
// Without this script a <meta http-equiv="refresh"> does the same, more roughly.
const seconds = Number(document.body.dataset.refreshSeconds);

const openDetails = () => [...document.querySelectorAll("details[id][open]")].map((details) => details.id);

async function refresh() {
  let next;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok) {
      return true;
    }
    next = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return true; // the server may be restarting: ask again
  }

  const open = openDetails();
  for (const region of document.querySelectorAll("[data-live]")) {
    const fresh = next.querySelector(`[data-live="${region.dataset.live}"]`);
    if (fresh && fresh.innerHTML !== region.innerHTML && !region.contains(document.activeElement)) {
      region.replaceChildren(...fresh.childNodes);
    }
  }
  for (const id of open) {
    document.getElementById(id)?.setAttribute("open", "");
  }
  document.title = next.title;
  return Boolean(next.body.dataset.refreshSeconds);
}

async function loop() {
  if (document.hidden || (await refresh())) {
    setTimeout(loop, seconds * 1000);
  }
}

setTimeout(loop, seconds * 1000);
