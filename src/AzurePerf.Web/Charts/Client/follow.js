// Follows the charts of a page: what is shown stays until the data of what comes next are there.

/**
 * Shows the charts of a section, and while a run is measured those that come after them.
 * @param {HTMLElement} section
 * @param {object} page
 * @param {(section: HTMLElement) => Promise<object>} page.read the data of a section; throws where they cannot be had now, an error that
 *   is `final` where they cannot be had at all
 * @param {() => Promise<HTMLElement | null>} page.next the section as it is now, null where there is none; throws likewise
 * @param {(section: HTMLElement, list: object, before: HTMLElement) => void} page.show
 * @param {(section: HTMLElement) => void} page.remove
 * @param {(section: HTMLElement) => boolean} page.busy true while nothing may change under a reader, or nobody looks
 * @param {(look: () => Promise<void>) => void} page.later
 */
export async function follow(section, { read, next, show, remove, busy, later }) {
  let shown = false;
  let tried = false;

  /** False when nothing changes any more. */
  async function renew() {
    if (tried && busy(section)) {
      return true;
    }
    tried = true;
    let fresh = section;
    let list;
    try {
      if (shown) {
        fresh = await next();
        if (fresh === null) {
          remove(section);
          return false;
        }
        if (fresh.dataset.version === section.dataset.version && fresh.dataset.open === "true") {
          return true;
        }
      }
      list = await read(fresh);
    } catch (failure) {
      return !failure.final; // the server may be restarting: ask again
    }
    show(fresh, list, section);
    [section, shown] = [fresh, true];
    return section.dataset.open === "true";
  }

  async function look() {
    if (await renew()) {
      later(look);
    }
  }
  await look();
}
