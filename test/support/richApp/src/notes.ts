/** One note, kept in IndexedDB. */
function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('notes', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('notes');
    request.onsuccess = () => resolve(request.result.transaction('notes', mode).objectStore('notes'));
    request.onerror = () => reject(request.error);
  });
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export const readNote = async () => (await done((await store('readonly')).get('note'))) as string | undefined;
export const writeNote = async (text: string) =>
  void (await done((await store('readwrite')).put(text, 'note')));
