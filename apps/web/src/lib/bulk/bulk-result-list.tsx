import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useRef } from 'react';
import type { BulkOutcome } from './bulk-outcome';

const LOOK = {
  done: { icon: CircleCheck, color: 'text-success-text', word: 'Feito' },
  failed: { icon: CircleAlert, color: 'text-danger-text', word: 'Erro' },
  skipped: { icon: CircleMinus, color: 'text-muted', word: 'Não enviado' },
};

/** A name of one line and a reason of one line, before they are measured. */
const LINE = 57;

/** One line for each item; of thousands, only those in sight are in the document. */
export function BulkResultList({ label, outcomes }: { label: string; outcomes: BulkOutcome[] }) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: outcomes.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE,
    overscan: 4,
  });

  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[50dvh] overflow-y-auto rounded-lg border border-border"
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers Safari takes a list's role away. */}
      <ul role="list" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((line) => {
          const outcome = outcomes[line.index];
          if (!outcome) return null;
          const { icon: Icon, color, word } = LOOK[outcome.state];
          return (
            <li
              key={outcome.id}
              ref={virtualizer.measureElement}
              data-index={line.index}
              aria-setsize={outcomes.length}
              aria-posinset={line.index + 1}
              className="absolute inset-x-0 top-0 flex gap-3 border-border border-b px-3 py-2"
              style={{ transform: `translateY(${line.start}px)` }}
            >
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
              <div className="min-w-0">
                <p className="font-medium [overflow-wrap:anywhere]">{outcome.name}</p>
                <p className={`text-[13px] [overflow-wrap:anywhere] ${color}`}>
                  <span className="sr-only">{word}: </span>
                  {outcome.text}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
