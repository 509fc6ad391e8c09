import { useEffect, useId, useRef } from 'react';
import type { FieldConflict } from './use-record-edit';

/** How a field is called, and how its values read; without `show` as they are. */
export interface ConflictField {
  label: string;
  show?: (value: unknown) => string;
}

interface ConflictPanelProps {
  detail: string;
  fields: readonly FieldConflict[];
  /** The person tried to save without a choice. */
  isAsking: boolean;
  onChoose: (campo: string, choice: 'mine' | 'current') => void;
  /** By wire name: `ficha.ean` in a part of the record. */
  texts: Readonly<Record<string, ConflictField>>;
}

/** Stands over a form of which somebody else changed some fields meanwhile: both values of each, to choose from. */
export function ConflictPanel({ detail, fields, isAsking, onChoose, texts }: ConflictPanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const round = fields.length > 0 ? `${detail} ${fields.map(({ campo }) => campo)} ${isAsking}` : null;
  useEffect(() => {
    if (round !== null) panel.current?.focus();
  }, [round]);
  if (fields.length === 0) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      className="col-span-full grid gap-3 rounded-lg bg-warning-soft p-3 outline-none"
    >
      <p id={id} className="font-medium text-warning-text">
        {detail}
      </p>
      {fields.map((field) => (
        <Choice key={field.campo} field={field} text={texts[field.campo]} onChoose={onChoose} />
      ))}
      {isAsking && (
        <p role="alert" className="text-[13px] text-danger-text">
          Escolha um dos valores de cada campo.
        </p>
      )}
    </section>
  );
}

interface ChoiceProps extends Pick<ConflictPanelProps, 'onChoose'> {
  field: FieldConflict;
  text: ConflictField | undefined;
}

function Choice({ field, text, onChoose }: ChoiceProps) {
  const { campo, atual, mine, choice } = field;
  const show = text?.show ?? String;
  const name = useId();
  const options = [
    ['mine', 'Seu valor', mine],
    ['current', 'Valor atual', atual],
  ] as const;
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1 font-medium text-[13px]">{text?.label ?? campo}</legend>
      {options.map(([option, title, value]) => (
        <label
          key={option}
          className="flex max-h-48 min-w-0 cursor-pointer items-start gap-2 overflow-auto rounded-lg border border-field bg-surface p-2.5 transition-colors hover:bg-sunken has-checked:border-primary"
        >
          <input
            type="radio"
            name={name}
            checked={choice === option}
            onChange={() => onChoose(campo, option)}
            className="mt-0.5 size-4 shrink-0 accent-primary"
          />
          <span className="grid min-w-0 gap-0.5">
            <span className="text-[13px] text-muted">{title}</span>
            <span className="whitespace-pre-line wrap-anywhere">
              {isEmpty(value) ? 'Vazio' : show(value)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
