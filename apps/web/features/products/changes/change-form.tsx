import type { PriceEnding } from '@esteira/domain/products/bulk-change';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button';
import { InputField, SelectField } from '../../../ui/forms/fields';
import { FormError } from '../../../ui/forms/form-error';
import { RestoredNote } from '../../../ui/forms/restored-note';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import type { ChangeTopic } from './change-titles';
import {
  ENDINGS,
  PRICE_FIELDS,
  type RuleChoice,
  readRule,
  type SharedRule,
  takesEnding,
  waysOf,
} from './rule-choices';
import type { useSavedChoice } from './use-saved-choice';

interface ChangeFormProps {
  topic: ChangeTopic;
  kept: ReturnType<typeof useSavedChoice>;
  busy: boolean;
  failure: string | null;
  onChoose: (rule: SharedRule) => void;
  onClose: () => void;
}

/** Which columns change, and how. Nothing is written from here. */
export function ChangeForm({ topic, kept, busy, failure, onChoose, onClose }: ChangeFormProps) {
  const { choice } = kept;
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const ways = waysOf(choice.campos);
  const way = ways.find(({ value }) => value === choice.way) ?? ways[0];

  function change(changes: Parameters<typeof kept.change>[0]) {
    setProblem(null);
    kept.change(changes);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = readRule(choice);
    if (read.ok) return onChoose(read.rule);
    setProblem(read.problem);
    input.current?.focus();
  }

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
      <DialogBody className="grid grid-cols-2 gap-4">
        {kept.restored && <RestoredNote onStartOver={kept.startOver} />}
        {topic === 'precos' && (
          <FieldChoice campos={choice.campos} onChange={(campos) => change({ campos })} />
        )}
        <SelectField
          label="Como"
          className="col-span-2 sm:col-span-1"
          value={way?.value ?? ''}
          onChange={({ target }) => change({ way: target.value })}
          options={ways.map(({ value, label }) => [value, label])}
        />
        <InputField
          label={`Valor (${way?.unit ?? ''})`}
          error={problem ?? undefined}
          className="col-span-2 sm:col-span-1"
          ref={input}
          aria-required
          autoComplete="off"
          inputMode={topic === 'estoque' ? 'numeric' : 'decimal'}
          inputClassName="tabular"
          value={choice.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        {takesEnding({ campos: choice.campos, way: way?.value ?? '' }) && (
          <SelectField
            label="Terminar em"
            className="col-span-2 sm:col-span-1"
            value={choice.final ?? ''}
            onChange={({ target }) => change({ final: (target.value || null) as PriceEnding | null })}
            options={ENDINGS.map(({ value, label }) => [value, label])}
          >
            <option value="">Sem ajuste</option>
          </SelectField>
        )}
        <FormError text={failure} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={choice.campos.length === 0}>
          Ver prévia
        </Button>
      </DialogActions>
    </form>
  );
}

interface FieldChoiceProps {
  campos: RuleChoice['campos'];
  onChange: (campos: RuleChoice['campos']) => void;
}

function FieldChoice({ campos, onChange }: FieldChoiceProps) {
  return (
    <fieldset className="col-span-2 flex flex-wrap gap-x-5">
      <legend className="mb-1 font-medium text-[13px]">O que alterar</legend>
      {PRICE_FIELDS.map(({ value, label }) => (
        <label key={value} className="flex h-8 max-sm:h-10 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={campos.includes(value)}
            onChange={({ target }) =>
              onChange(
                PRICE_FIELDS.map((field) => field.value).filter((field) =>
                  field === value ? target.checked : campos.includes(field),
                ),
              )
            }
            className="size-4 accent-primary"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
