import { useId } from 'react';

interface SecureFieldProps {
  label: string;
  /** Where Mercado Pago puts its frame. */
  containerId: string;
}

/** The frame of a field that only Mercado Pago reads, with our label and look around it. */
export function SecureField({ label, containerId }: SecureFieldProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second border and groups nothing here.
    <div className="grid content-start gap-1.5" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="font-medium text-[13px]">
        {label}
      </span>
      <div
        id={containerId}
        className="h-9 w-full overflow-hidden rounded-lg border border-field bg-surface px-3 text-foreground focus-within:border-ring"
      />
    </div>
  );
}
