// When to read a page again: soon after something was told, every few seconds while nothing has been for long, and seldom while nobody sees it or it is refused.

/** Silence after which events are no longer relied on: they come at least every ten seconds. */
const silence = 25_000;

/** Between two readings of a page in the background, whose title tells its reader elsewhere that a run has ended, or of one that is refused. */
const seldom = 60_000;

/** The address of events after the last one that was seen; the page's own address says where it began. */
export function eventsAddress(address, last) {
  return last ? address.replace(/([?&]after=)[0-9]+/, `$1${encodeURIComponent(last)}`) : address;
}

/** True for an answer after which it is worth asking again; any other is the page, also one that says what is wrong with its address. */
export const passes = (status) => status >= 500 || status === 408 || status === 429;

export class Pace {
  #refresh;
  #least;
  #interval;
  #hidden;
  #refused;
  #clock;
  #toldAt = -Infinity;
  #readAt = -Infinity;
  #news = false;
  #reading = false;
  finished = false;
  whenFinished = () => {};

  /**
   * @param {object} options
   * @param {() => Promise<boolean>} options.refresh reads the page; false when it will not change any more
   * @param {number} options.least milliseconds between two readings however much is told
   * @param {number} options.interval milliseconds between two readings while nothing is told
   * @param {() => boolean} options.hidden true while nobody sees the page
   * @param {() => boolean} [options.refused] true while its reader is not signed in: then once a minute while nothing is told
   * @param {{now: () => number, later: (what: () => void, milliseconds: number) => void}} [options.clock]
   */
  constructor({ refresh, least, interval, hidden, refused = () => false, clock = { now: () => performance.now(), later: (what, milliseconds) => setTimeout(what, milliseconds) } }) {
    this.#refresh = refresh;
    this.#least = least;
    this.#interval = interval;
    this.#hidden = hidden;
    this.#refused = refused;
    this.#clock = clock;
  }

  /** Something changed. */
  told() {
    this.#toldAt = this.#clock.now();
    this.#news = true;
  }

  /** Nothing changed, but the events still come. */
  alive() {
    this.#toldAt = this.#clock.now();
  }

  /** Worth a reading, though nothing was told: how often the page is read otherwise stays as it is. */
  again() {
    this.#news = true;
  }

  start() {
    this.#readAt = this.#clock.now();
    this.#later();
  }

  #later() {
    if (!this.finished) {
      this.#clock.later(() => this.#look(), Math.min(this.#least, this.#interval));
    }
  }

  async #look() {
    if (this.#isDue() && !this.#reading) {
      this.#reading = true;
      this.#news = false;
      this.#readAt = this.#clock.now();
      this.finished = !(await this.#refresh());
      this.#reading = false;
      if (this.finished) {
        this.whenFinished();
      }
    }
    this.#later();
  }

  #isDue() {
    const now = this.#clock.now();
    if (this.#hidden()) {
      return now - this.#readAt >= seldom;
    }
    return this.#news || (now - this.#toldAt > silence && now - this.#readAt >= (this.#refused() ? seldom : this.#interval));
  }
}
