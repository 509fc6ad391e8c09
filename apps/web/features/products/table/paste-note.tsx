import { X } from 'lucide-react';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { Spinner } from '../../../ui/spinner';
import { summarizeUndo } from '../changes/change-texts';
import { useUndoChange } from '../changes/use-undo-change';
import type { PasteOutcome } from './use-column-paste';

interface PasteNoteProps {
  pasting: boolean;
  outcome: PasteOutcome | null;
  onDismiss: () => void;
}

/** What became of a pasted column, and its way back. */
export function PasteNote({ pasting, outcome, onDismiss }: PasteNoteProps) {
  return (
    <div role="status" className="empty:hidden">
      {pasting && (
        <p className="flex items-center gap-2 rounded-lg border border-border bg-surface px-3 py-2">
          <Spinner /> Colando…
        </p>
      )}
      {outcome && <Outcome key={outcome.loteId} outcome={outcome} onDismiss={onDismiss} />}
    </div>
  );
}

function Outcome({ outcome, onDismiss }: { outcome: PasteOutcome; onDismiss: () => void }) {
  const undo = useUndoChange();
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-border bg-surface px-3 py-1.5">
      <span className="font-medium">{undo.data ? summarizeUndo(undo.data) : summarizePaste(outcome)}</span>
      {!undo.data && outcome.taken > 0 && (
        <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate({ id: outcome.loteId })}>
          Desfazer
        </Button>
      )}
      <Button variant="ghost" size="icon" className="ml-auto" aria-label="Dispensar" onClick={onDismiss}>
        <X aria-hidden />
      </Button>
    </p>
  );
}

/** '198 valores colados · 2 com erro · 3 linhas além do fim da lista' */
function summarizePaste({ taken, failed, beyond }: PasteOutcome): string {
  return [
    `${formatCount(taken)} ${taken === 1 ? 'valor colado' : 'valores colados'}`,
    failed > 0 && `${formatCount(failed)} com erro`,
    beyond > 0 && `${formatCount(beyond)} ${beyond === 1 ? 'linha' : 'linhas'} além do fim da lista`,
  ]
    .filter(Boolean)
    .join(' · ');
}
