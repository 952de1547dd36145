// The emulator keeps the text of every queue message as an "extent" and once a minute removes those of deleted messages, each by a search that sorts all of them anew. After a
// few thousand messages it answers nobody for 10 to 30 seconds: workers stop themselves because no heartbeat gets through, and measurements show a pause that is no property of
// what is measured. Here each is looked up and removed by itself, and requests are served in between.

const PER_TURN = 50;

/** Makes the removal of extents cost what one removal must cost. @param Extents the emulator's class of extent metadata. */
export function removeOneByOne(Extents) {
  if (typeof Extents.prototype.deleteExtent !== 'function') throw new Error('this emulator removes extents in another way than the one that is mended here');
  let removed = 0;
  Extents.prototype.deleteExtent = async function (id) {
    const extents = this.db.getCollection(this.EXTENTS_COLLECTION);
    const extent = extents.findOne({ id });
    if (extent) extents.remove(extent);
    if (++removed % PER_TURN === 0) await new Promise(setImmediate);
  };
}
