/** How many notices the bell lists, newest first. */
export const MAX_NOTICES = 50;

/** Unread notices beyond this many are shown as '99+'. */
export const MAX_UNREAD_SHOWN = 99;
