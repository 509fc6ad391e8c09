import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, its control, and the hint or error that describes it to everyone. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-erro` : hint ? `${id}-dica` : undefined;
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-[13px]">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {error ? (
        <p id={`${id}-erro`} className="text-[13px] text-danger-text">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-dica`} className="text-[13px] text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
