/**
 * Which pages are there at a position of the log, on the primary and on the replica.
 *
 * A page is *allocated* when the first mini-transaction for it has been written, and its content grows with every
 * mini-transaction that carries some. A page whose content never passes through the log (an unlogged build) stays a mere
 * allocation on the replica until the index-load mark, when it takes the flushed page.
 */

/** Stands for "no page" in a tape. */
const NO_PAGE = 0xffffffff;

export class Playback {
  /**
   * @param {any} overview
   * @param {any} tape
   */
  constructor(overview, tape) {
    const { purposes, purpose_bytes: parts } = tape;
    const kinds = purposes.length;
    const allocation = purposes.indexOf('allocation');
    const load = purposes.indexOf('index-load');
    this.length = tape.mtr_lsn.length;
    /** @type {Map<number, number>} pages of the undo log have numbers of ten digits */
    const placeOf = new Map();
    overview.page_no.forEach((/** @type {number} */ page, /** @type {number} */ place) => placeOf.set(page, place));
    /** Place of the page in the overview, for each mini-transaction; -1 for none. */
    this.place = new Int32Array(this.length).fill(-1);
    /** Whether a mini-transaction carries content of its page, not only its allocation. */
    this.content = new Uint8Array(this.length);
    /** How many mini-transactions with content each page has in all. */
    this.total = new Uint32Array(overview.page_no.length);
    /** First mini-transaction of each page. */
    this.first = new Uint32Array(overview.page_no.length).fill(this.length);
    this.loadAt = this.length;
    for (let i = 0; i < this.length; i++) {
      const page = tape.page_no[i];
      const place = page === NO_PAGE ? -1 : (placeOf.get(page) ?? -1);
      this.place[i] = place;
      if (load >= 0 && parts[i * kinds + load] > 0) this.loadAt = Math.min(this.loadAt, i);
      if (place < 0) continue;
      this.first[place] = Math.min(this.first[place], i);
      let other = 0;
      for (let kind = 0; kind < kinds; kind++)
        if (kind !== allocation && purposes[kind] !== 'framing') other += parts[i * kinds + kind];
      this.content[i] = other > 0 ? 1 : 0;
      this.total[place] += this.content[i];
    }
    /** Whether the log ends with an index-load mark: pages then come from a flush. */
    this.hasLoad = this.loadAt < this.length;
  }

  /** A cursor that can be moved along the log. */
  cursor() {
    return new PlaybackCursor(this);
  }
}

class PlaybackCursor {
  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
    this.position = 0;
    this.done = new Uint32Array(playback.total.length);
  }

  /** @param {number} position number of mini-transactions that count */
  move(position) {
    const { place, content } = this.playback;
    for (let i = this.position; i < position; i++) if (place[i] >= 0) this.done[place[i]] += content[i];
    for (let i = this.position - 1; i >= position; i--) if (place[i] >= 0) this.done[place[i]] -= content[i];
    this.position = position;
  }

  /**
   * What a page looks like here.
   * @param {number} place
   * @param {boolean} onReplica
   * @returns {'absent' | 'allocated' | number} a number is the part of its content that is there, above 0 to 1
   */
  state(place, onReplica) {
    const { total, first, hasLoad, loadAt, length } = this.playback;
    // No mini-transaction is about the page: it was there before, or keeps account of others.
    if (first[place] === length) return 1;
    if (first[place] >= this.position) return 'absent';
    if (!total[place]) {
      // No content in the log: the primary has built the page, and the replica gets it with the index-load mark. Without such
      // a mark in the log nothing more comes: the page is what its allocation made it.
      return !onReplica || !hasLoad || this.position > loadAt ? 1 : 'allocated';
    }
    return this.done[place] ? this.done[place] / total[place] : 'allocated';
  }

  /**
   * How many pages are whole here.
   * @param {boolean} onReplica
   */
  whole(onReplica) {
    let count = 0;
    for (let place = 0; place < this.done.length; place++) if (this.state(place, onReplica) === 1) count++;
    return count;
  }
}
