import { Search } from 'lucide-react';
import { flushSync } from 'react-dom';
import { openOverlay } from '../overlay-store';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the command palette, and says by which keys it opens as well. */
export function PaletteButton({ onOpen }: { onOpen?: (() => void) | undefined }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        // The drawer around it holds the focus until it is gone.
        flushSync(() => onOpen?.());
        openOverlay('palette');
      }}
      className="mx-3 mb-1 flex h-9 max-sm:h-10 shrink-0 items-center gap-2 rounded-lg border border-field px-2.5 text-muted transition-colors hover:bg-sunken hover:text-foreground"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      Buscar…
      <kbd className="ml-auto font-sans text-xs">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}
