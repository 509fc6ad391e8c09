import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, WheelEvent } from 'react';

const control = [
  'w-full rounded-lg border border-field bg-surface px-3 text-sm text-foreground transition-colors',
  'focus-visible:border-ring focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  // Below 16 px iOS zooms into the field.
  'max-sm:text-base',
];

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      {...(props.type === 'number' ? { onWheel: leave } : {})}
      {...props}
      className={clsx(control, 'h-9 text-ellipsis max-sm:h-10', className)}
    />
  );
}

// The wheel would change the number under it: whoever scrolls past a price must not reprice the product.
function leave(event: WheelEvent<HTMLInputElement>) {
  event.currentTarget.blur();
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...props} className={clsx(control, 'py-2', className)} />;
}

export type SelectProps = ComponentProps<'select'> & {
  /** The choices behind those among the children, each by its value and text. */
  options?: readonly (readonly [value: string | number, text: string])[];
};

export function Select({ className, children, options = [], ...props }: SelectProps) {
  return (
    <span className="relative block">
      <select
        {...props}
        className={clsx(control, 'h-9 appearance-none text-ellipsis pr-9 max-sm:h-10', className)}
      >
        {children}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-muted"
      />
    </span>
  );
}
