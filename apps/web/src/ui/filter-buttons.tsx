import { clsx } from 'clsx';

interface FilterButtonsProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A row of filters of which exactly one is pressed. Scrolls sideways where it does not fit. */
export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>) {
  return (
    <fieldset className="-mx-4 min-w-0 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-1 sm:-ml-1">
      <legend className="sr-only">{props.label}</legend>
      <div className="flex w-max gap-1 rounded-lg border border-border bg-sunken p-0.5">
        {props.options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === props.value}
            onClick={() => props.onChange(option.value)}
            className={clsx(
              'tabular h-8 whitespace-nowrap rounded-md border border-transparent px-3 font-medium text-[13px] text-muted',
              'transition-colors hover:text-foreground',
              'aria-pressed:border-border aria-pressed:bg-surface aria-pressed:text-foreground',
            )}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
