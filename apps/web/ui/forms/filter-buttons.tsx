import { clsx } from 'clsx';
import { useRef } from 'react';
import { useChosenInSight } from '../use-chosen-in-sight';
import { useFadedEnds } from '../use-faded-ends';

interface FilterButtonsProps<Value extends string> {
  label: string;
  /** Null: none of them. */
  value: Value | null;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A row of filters of which at most one is pressed. Scrolls sideways where it does not fit. */
export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null);
  const faded = useFadedEnds(row);
  useChosenInSight(row, props.value);
  return (
    <fieldset
      ref={row}
      className={clsx(
        '-mx-1 min-w-0 max-w-[calc(100%+0.5rem)] overflow-x-auto px-1 py-1 [scrollbar-width:none]',
        faded,
      )}
    >
      <legend className="sr-only">{props.label}</legend>
      <div className="flex w-max gap-1 rounded-lg border border-field bg-sunken p-0.5">
        {props.options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === props.value}
            onClick={() => props.onChange(option.value)}
            className={clsx(
              'tabular h-8 max-sm:h-10 whitespace-nowrap rounded-md border border-transparent px-3 font-medium text-[13px] text-muted',
              'transition-colors hover:text-foreground',
              'aria-pressed:border-field aria-pressed:bg-surface aria-pressed:text-foreground',
            )}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
