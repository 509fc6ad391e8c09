import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../../../lib/forms/draft-storage';
import { useUser } from '../../../lib/session/session';
import { readStored, store } from '../../../ui/stored';
import type { ChangeTopic } from './change-titles';
import { ENDINGS, PRICE_FIELDS, type RuleChoice, takesEnding } from './rule-choices';

const FIRST_CHOICES: Record<ChangeTopic, RuleChoice> = {
  precos: {
    campos: ['preco_venda_ml', 'preco_venda_amazon'],
    ...{ way: 'mais_percentual', text: '', final: null },
  },
  estoque: { campos: ['estoque'], way: 'valor', text: '', final: null },
};

/** How the prices that were changed last in this browser end. */
const ENDING = 'terminacao-de-precos';

/** What is chosen in the form, kept in this tab until it is applied or given up. */
export function useSavedChoice(topic: ChangeTopic) {
  const owner = useUser().id;
  const name = `alteração ${topic}`;
  const [first] = useState(() => toFirstChoice(topic));
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
    /** It is being applied: the next prices end alike. */
    finish() {
      forget();
      if (takesEnding(choice)) store(ENDING, choice.final);
    },
    startOver() {
      forget();
      setRestored(false);
      setChoice(first);
    },
  };
}

function toFirstChoice(topic: ChangeTopic): RuleChoice {
  const last = ENDINGS.find(({ value }) => value === readStored(ENDING));
  return { ...FIRST_CHOICES[topic], final: topic === 'precos' && last ? last.value : null };
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
