/** On a phone a row has two lines: the name, and its four figures in columns of their own. */
export const STACKED_ROW =
  'border-border border-b max-sm:relative max-sm:grid max-sm:grid-cols-[2.75rem_repeat(3,minmax(max-content,1fr))] max-sm:py-1';

/** The name of such a row. */
export const STACKED_NAME = 'py-1.5 pr-3 text-left font-normal max-sm:col-span-4 max-sm:pb-0';
