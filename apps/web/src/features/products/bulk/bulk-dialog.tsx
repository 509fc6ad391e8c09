import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { byUrgency, summaryOf } from './bulk-outcome';
import { BulkResultList } from './bulk-result-list';
import type { useBulkRun } from './use-bulk-run';

type BulkDialogProps = Omit<ReturnType<typeof useBulkRun>, 'start'>;

/** The progress of a run and then its result. Esc while it runs cancels what has not begun. */
export function BulkDialog({ run, cancel, close }: BulkDialogProps) {
  if (run === null) return null;
  const { action, total, done, outcomes, state } = run;
  const ended = state === 'ended';

  return (
    <Dialog open wide onOpenChange={ended ? close : cancel} title={action.label}>
      <DialogBody className="grid grid-cols-1 content-start gap-4">
        <p role="status" className="font-medium">
          {ended ? summaryOf(outcomes, action.done) : 'Enviando ao marketplace…'}
        </p>
        {ended ? (
          <BulkResultList outcomes={byUrgency(outcomes)} />
        ) : (
          <Progress label={action.label} done={done} total={total} />
        )}
      </DialogBody>
      <DialogActions>
        {ended ? (
          <Button variant="primary" onClick={close}>
            Concluir
          </Button>
        ) : (
          <Button busy={state === 'cancelling'} onClick={cancel}>
            {state === 'cancelling' ? 'Cancelando' : 'Cancelar'}
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
