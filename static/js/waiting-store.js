/* What waits in this browser for a line: kept before anything is sent, gone when the server has it.

   IndexedDB and not localStorage: a kept hand is on the disk before the next one is written (a phone may be killed at
   any moment), its transactions let several tabs share one queue, and it needs no secure connection.

     forhont.store.add(item)             keeps it as the last one; its key
     forhont.store.list()                everything that waits, in order
     forhont.store.change(key, change)   what `change` makes of it, nothing when it gives null; what is kept now
     forhont.store.done(key, number)     the server has it, a new hand as `number`; own later hands make room
     forhont.store.lease(owner, ms)      whether this tab may send for so long; forhont.store.release(owner)
*/
(() => {
  "use strict";

  const NAME = "forhont";
  const WAITING = "waiting";
  const LEASE = "lease";
  const SENDING = "sending";

  let opened = null;

  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(WAITING, { keyPath: "key", autoIncrement: true });
        request.result.createObjectStore(LEASE, { keyPath: "name" });
      };
      request.onsuccess = () => {
        request.result.onclose = () => (opened = null);
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }).catch((error) => {
      opened = null;
      throw error;
    }));

  /* One transaction on one store; `work` gets the store and a function that sets what comes out of it. What waits has
     to be on the disk, reading and the lease do not wait for it. */
  const inside = async (name, work, mode = "readwrite") => {
    const database = await open();
    return new Promise((resolve, reject) => {
      const durability = name === WAITING ? "strict" : "relaxed";
      const transaction = database.transaction(name, mode, { durability });
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
      work(transaction.objectStore(name), (value) => (result = value));
    });
  };

  const then = (request, next) => (request.onsuccess = () => next(request.result));

  const add = (item) => inside(WAITING, (store, give) => then(store.add(item), give));

  const list = () => inside(WAITING, (store, give) => then(store.getAll(), give), "readonly");

  const change = (key, how) =>
    inside(WAITING, (store, give) =>
      then(store.get(key), (item) => {
        const changed = item && how(item);
        if (changed) store.put(changed);
        else if (item) store.delete(key);
        give(changed);
      }),
    );

  /* A number that an own hand has taken is none that somebody else wrote: the later ones go up without a question. */
  const done = (key, number) =>
    inside(WAITING, (store) =>
      then(store.getAll(), (items) => {
        const item = items.find((one) => one.key === key);
        store.delete(key);
        if (item?.act !== "new") return;
        let taken = number;
        items.forEach((one) => {
          if (one.key <= key || one.act !== "new" || one.table !== item.table || one.number !== taken) return;
          taken += 1;
          store.put({ ...one, number: taken });
        });
      }),
    );

  const lease = (owner, milliseconds) =>
    inside(LEASE, (store, give) =>
      then(store.get(SENDING), (held) => {
        const now = Date.now();
        const free = !held || held.owner === owner || held.until < now || held.until > now + 10 * milliseconds;
        if (free) store.put({ name: SENDING, owner, until: now + milliseconds });
        give(free);
      }),
    );

  const release = (owner) =>
    inside(LEASE, (store) => then(store.get(SENDING), (held) => held?.owner === owner && store.delete(SENDING)));

  window.forhont = { ...window.forhont, store: { add, list, change, done, lease, release } };
})();
