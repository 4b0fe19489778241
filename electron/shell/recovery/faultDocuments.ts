/** The documents that show faults: the protocol asks for each once. */
import { type FaultDocument, faultPagePath } from '../protocol/faultPage.ts';

export class FaultDocuments {
  readonly #documents = new Map<string, () => FaultDocument | undefined>();

  /** Returns the address, without origin, of a document that shows a fault, as of its request, for the page at `path`. */
  add(path: string, id: string | undefined, document: () => FaultDocument | undefined): string {
    const address = faultPagePath(path, id ?? '');
    this.#documents.set(address, document);
    return address;
  }

  /** Returns what such a document shows. It can be requested once. */
  take(address: string): FaultDocument | undefined {
    const document = this.#documents.get(address);
    this.#documents.delete(address);
    return document?.();
  }
}
