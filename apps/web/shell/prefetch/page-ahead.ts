import type { Utils } from '../../lib/data/trpc';

/** What the module of a page may offer beside the page. */
export interface PageAhead {
  /**
   * Reads what the page at this address shows first, as the page itself asks for it, and loads what it draws it with.
   * What was read a moment ago is not read again.
   */
  fetchAhead?: (utils: Utils, url: URL) => void;
}
