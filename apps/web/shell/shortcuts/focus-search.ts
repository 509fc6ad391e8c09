import { openOverlay } from '../overlay-store';

/** Puts the focus on the search of the page. A page without a search of its own has that of everything. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input');
  if (field === null) openOverlay('palette');
  field?.focus();
  field?.select();
}
