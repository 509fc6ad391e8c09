import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useChosenInSight } from './use-chosen-in-sight';

interface TabsProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  label: string;
  tabs: { value: Value; label: string }[];
  /** Each tab takes an equal share of the width. */
  stretch?: boolean;
  /** What the chosen tab shows. */
  children: ReactNode;
}

/**
 * The ARIA tabs pattern: one tab stop, arrows, Home and End choose. Written here rather than taken from Radix
 * because the login page, the first thing anybody downloads, needs nothing else of it.
 */
export function Tabs<Value extends string>({
  value,
  onValueChange,
  label,
  tabs,
  stretch,
  children,
}: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useChosenInSight(row, value);

  function handleKey(event: KeyboardEvent<HTMLButtonElement>) {
    const index = targetIndex(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const target = index === null ? undefined : tabs[index];
    if (!target) return;
    event.preventDefault();
    onValueChange(target.value);
    document.getElementById(`${id}-${target.value}`)?.focus();
  }

  return (
    <>
      {/* The line is a shadow: a border would be cut off where the row scrolls sideways. */}
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--border)]"
      >
        {tabs.map((tab) => {
          const selected = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={selected}
              aria-controls={`${id}-painel`}
              tabIndex={selected ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={handleKey}
              className={clsx(
                'tabular whitespace-nowrap border-transparent border-b-2 px-2 py-2 max-sm:py-2.5 sm:px-3',
                'font-medium text-muted text-sm focus-visible:-outline-offset-2',
                'transition-colors hover:text-foreground',
                'aria-selected:border-primary aria-selected:text-foreground',
                stretch && 'flex-1',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div key={value} role="tabpanel" id={`${id}-painel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** Which tab a key leads to, round and round; null for every other key. */
function targetIndex(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
