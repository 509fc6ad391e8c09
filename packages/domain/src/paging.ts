/** How many rows a page of a list has when the caller does not say. */
export const DEFAULT_LIMIT = 50;

/** The most rows a page of a list may have. */
export const MAX_LIMIT = 500;
