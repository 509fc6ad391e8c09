import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { LineList } from '../../ui/lists/line-list';
import type { BulkOutcome } from './bulk-outcome';

const LOOK = {
  done: { icon: CircleCheck, color: 'text-success-text', word: 'Feito' },
  failed: { icon: CircleAlert, color: 'text-danger-text', word: 'Erro' },
  skipped: { icon: CircleMinus, color: 'text-muted', word: 'Não enviado' },
};

/** What became of each item, and why. */
export function BulkResultList({ label, outcomes }: { label: string; outcomes: BulkOutcome[] }) {
  return <LineList label={label} items={outcomes} renderLine={(outcome) => <OutcomeLine {...outcome} />} />;
}

function OutcomeLine({ state, name, text }: BulkOutcome) {
  const { icon: Icon, color, word } = LOOK[state];
  return (
    <div className="flex gap-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className={`text-[13px] [overflow-wrap:anywhere] ${color}`}>
          <span className="sr-only">{word}: </span>
          {text}
        </p>
      </div>
    </div>
  );
}
