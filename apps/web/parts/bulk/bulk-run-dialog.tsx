import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/figures';
import { Button } from '../../ui/button';
import { LineList } from '../../ui/lists/line-list';
import { Dialog, DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { type BulkOutcome, type BulkRun, type BulkWords, sortByUrgency, summarize } from './bulk-outcome';

interface BulkRunDialogProps {
  run: BulkRun;
  words: BulkWords;
  /** What goes on, as a sentence. */
  underWay: string;
  /** What ends the run, and what that button says until it has ended. */
  stop: readonly [label: string, busyLabel: string];
  /** What the list of results is called. */
  resultLabel: string;
  onStop: () => void;
  onClose: () => void;
  /** Further buttons below the result. */
  children?: ReactNode;
}

/** The progress of a run and then its result. Esc while it runs stops what has not begun. */
export function BulkRunDialog({ run, words, underWay, stop, resultLabel, ...props }: BulkRunDialogProps) {
  const { title, total, done, outcomes, state } = run;
  const { onStop, onClose, children } = props;
  const ended = state === 'ended';

  return (
    <Dialog open wide onOpenChange={ended ? onClose : onStop} title={title}>
      <DialogBody className="grid grid-cols-1 content-start gap-4">
        <p role="status" className="font-medium">
          {ended ? summarize(outcomes, words) : underWay}
        </p>
        {ended ? (
          <BulkResultList label={resultLabel} outcomes={sortByUrgency(run.lines ?? outcomes)} />
        ) : (
          <Progress label={title} done={done} total={total} />
        )}
      </DialogBody>
      <DialogActions>
        {ended ? (
          <>
            {children}
            <Button variant="primary" onClick={onClose}>
              Concluir
            </Button>
          </>
        ) : (
          <Button busy={state === 'cancelling'} onClick={onStop}>
            {stop[state === 'cancelling' ? 1 : 0]}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface ProgressProps {
  label: string;
  done: number;
  total: number;
}

function Progress({ label, done, total }: ProgressProps) {
  const text = `${formatCount(done)} de ${formatCount(total)}`;
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left bg-primary transition-transform"
          style={{ transform: `scaleX(${done / total})` }}
        />
      </div>
      <p className="tabular text-[13px] text-muted">{text}</p>
    </div>
  );
}

const LOOK = {
  done: { icon: CircleCheck, color: 'text-success-text', word: 'Feito' },
  failed: { icon: CircleAlert, color: 'text-danger-text', word: 'Erro' },
  skipped: { icon: CircleMinus, color: 'text-muted', word: 'Não enviado' },
};

/** What became of each item, and why. */
function BulkResultList({ label, outcomes }: { label: string; outcomes: BulkOutcome[] }) {
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
