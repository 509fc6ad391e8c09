import { describeHiddenRows } from '@esteira/validators/csv/file-notices';
import {
  type CsvEncoding,
  ENCODING_NAMES,
  type EncodingSample,
} from '@esteira/validators/csv/scan/encodings';
import { CircleHelp } from 'lucide-react';
import { useId } from 'react';

interface HiddenRowsProps {
  /** How many rows the sheet hides. */
  count: number;
  isIncluded: boolean;
  onChange: (isIncluded: boolean) => void;
}

/** Says how many rows are hidden, and takes them in where that is wanted. */
export function HiddenRows({ count, isIncluded, onChange }: HiddenRowsProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-field p-3">
      <input
        type="checkbox"
        checked={isIncluded}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span className="grid">
        <span className="font-medium">{describeHiddenRows(count)}</span>
        <span className="text-[13px] text-muted">
          Linhas ocultas ficam de fora, também as ocultadas manualmente. Marque para importá-las.
        </span>
      </span>
    </label>
  );
}

interface EncodingChoiceProps {
  samples: readonly EncodingSample[];
  /** Whether the letters leave no doubt. */
  isSure: boolean;
  value: CsvEncoding;
  onChange: (encoding: CsvEncoding) => void;
}

/** Asks which reading of the letters is right, by some lines in each; in the open only where that is in doubt. */
export function EncodingChoice({ isSure, ...props }: EncodingChoiceProps) {
  if (!isSure) {
    return (
      <section className="grid gap-2 rounded-lg border border-border p-3">
        <p className="flex gap-2">
          <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
          Não temos certeza dos acentos deste arquivo. Escolha a leitura em que as palavras estão certas.
        </p>
        <Readings {...props} />
      </section>
    );
  }
  return (
    <details className="rounded-lg border border-border p-3">
      <summary className="cursor-pointer text-[13px] text-muted">Acentos errados?</summary>
      <div className="pt-3">
        <Readings {...props} />
      </div>
    </details>
  );
}

function Readings({ samples, value, onChange }: Omit<EncodingChoiceProps, 'isSure'>) {
  const name = useId();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="mb-1.5 font-medium text-[13px]">Leitura das letras</legend>
      {samples.map(({ encoding, lines }) => (
        <label key={encoding} className="flex min-w-0 cursor-pointer items-start gap-2">
          <input
            type="radio"
            name={name}
            checked={encoding === value}
            onChange={() => onChange(encoding)}
            className="mt-0.5 size-4 shrink-0 accent-primary"
          />
          <span className="grid min-w-0">
            <span>{ENCODING_NAMES[encoding]}</span>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and they never move.
              <span key={at} className="truncate text-[13px] text-muted">
                {line}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
