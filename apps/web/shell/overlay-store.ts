import { create } from 'zustand';

/** What the shell shows over the page besides the page's own dialogs. */
type Overlay = 'palette' | 'shortcuts';

/** Which of them is open. */
export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ open: overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
