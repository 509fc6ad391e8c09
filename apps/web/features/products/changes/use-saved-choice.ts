import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../../../lib/forms/draft-storage';
import { useUser } from '../../../lib/session/session';
import type { ChangeTopic } from './change-titles';
import { PRICE_FIELDS, type RuleChoice } from './rule-choices';

const FIRST_CHOICES: Record<ChangeTopic, RuleChoice> = {
  precos: {
    campos: ['preco_venda_ml', 'preco_venda_amazon'],
    ...{ way: 'mais_percentual', text: '', final: null },
  },
  estoque: { campos: ['estoque'], way: 'valor', text: '', final: null },
};

/** What is chosen in the form, kept in this tab until it is applied or given up. */
export function useSavedChoice(topic: ChangeTopic) {
  const owner = useUser().id;
  const name = `alteração ${topic}`;
  const first = FIRST_CHOICES[topic];
  const [found] = useState(() => toChoice(topic, readDraft(owner, name)?.values));
  const [restored, setRestored] = useState(found !== null);
  const [choice, setChoice] = useState(found ?? first);
  const forget = () => removeDraft(owner, name);

  return {
    choice,
    /** Something chosen earlier was given back. */
    restored,
    isDirty: !isEqual(choice, first),
    change(changes: Partial<RuleChoice>) {
      const next = { ...choice, ...changes };
      setChoice(next);
      if (isEqual(next, first)) forget();
      else writeDraft(owner, name, { values: { ...next } });
    },
    forget,
    startOver() {
      forget();
      setRestored(false);
      setChoice(first);
    },
  };
}

/** Null where none was kept, or one that this version does not offer. */
function toChoice(topic: ChangeTopic, kept: Record<string, unknown> | undefined): RuleChoice | null {
  const fields = topic === 'estoque' ? ['estoque'] : PRICE_FIELDS.map(({ value }) => value);
  const campos = kept?.['campos'];
  const isKnown = Array.isArray(campos) && campos.every((campo) => fields.some((field) => field === campo));
  return isKnown && typeof kept?.['text'] === 'string' ? { ...FIRST_CHOICES[topic], ...kept } : null;
}

function isEqual(one: RuleChoice, other: RuleChoice): boolean {
  return JSON.stringify(one) === JSON.stringify({ ...one, ...other });
}
