/** The longest note on an order, in UTF-16 units. */
export const MAX_NOTE_LENGTH = 1000;

/** An order holds no more notes than this. */
export const MAX_NOTES = 200;
