import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { loadAhead } from '../../lib/ahead-queue';
import { lazyPart } from '../../lib/lazy-part';
import { overlayClass } from '../../ui/overlays/dialog-frame';
import { useFocusWithin } from '../../ui/overlays/focus-return';
import { closeOverlay } from '../overlay-store';

const PaletteResults = lazyPart(() => import('./palette-results'), 'PaletteResults', {
  fallback: <p className="px-4 py-3 text-[13px] text-muted">Carregando…</p>,
  missing: (
    <p role="alert" className="px-4 py-3 text-[13px] text-muted">
      Não foi possível abrir. Verifique a conexão e tente de novo.
    </p>
  ),
});
loadAhead(PaletteResults.preload);

/**
 * Pages, actions, and what the server finds while one types; worked by keyboard alone. The field takes letters and
 * Enter from the first moment on: what it offers may come later.
 */
export function CommandPalette() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [entered, setEntered] = useState<string | null>(null);
  useFocusWithin(field);

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    // Tab has nowhere else to go, and Enter must not press the button that gets the focus back.
    if (event.key === 'Tab' || event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape') closeOverlay();
    if (event.key === 'Enter') setEntered(text);
  }

  return createPortal(
    <>
      <div aria-hidden className={overlayClass} onClick={closeOverlay} />
      <div
        role="dialog"
        aria-modal="true"
        aria-label="Buscar e ir para"
        className="fixed inset-x-2 top-[max(8px,12vh)] z-50 mx-auto flex max-h-[min(560px,76dvh)] max-w-xl animate-enter flex-col overflow-hidden rounded-xl border border-border bg-surface shadow-raised"
      >
        <div className="flex shrink-0 items-center gap-2.5 border-border border-b px-4">
          <Search aria-hidden className="size-4 shrink-0 text-muted" />
          <input
            ref={field}
            role="combobox"
            aria-label="Buscar e ir para"
            aria-expanded="true"
            aria-controls="resultados"
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={handleKey}
            placeholder="Buscar pedido, produto ou página"
            className="h-12 w-full text-ellipsis bg-transparent text-foreground outline-none placeholder:text-muted max-sm:text-base"
          />
        </div>
        <PaletteResults field={field} text={text} isEntered={entered === text} />
      </div>
    </>,
    document.body,
  );
}
