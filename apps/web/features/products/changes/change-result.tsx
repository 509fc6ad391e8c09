import { countText } from '@esteira/domain/text/count-text';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/forms/form-error';
import { LineList } from '../../../ui/lists/line-list';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { countProducts, formatValue, summarizeUndo } from './change-texts';
import { SkippedLine } from './skipped-line';
import type { useBulkChange } from './use-bulk-change';
import { useUndoChange } from './use-undo-change';

type Progress = Extract<ReturnType<typeof useBulkChange>['state'], { stage: 'running' | 'ended' }>;

interface ChangeResultProps {
  progress: Progress;
  onRetry: () => void;
  onClose: () => void;
}

/** How far the change is, and at its end what came of it and the way back. */
export function ChangeResult({ progress, onRetry, onClose }: ChangeResultProps) {
  const undo = useUndoChange();
  const { loteId, total, applied, refused, left } = progress;
  const ended = progress.stage === 'ended';
  const heading = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new sentence is to be heard.
  useEffect(() => heading.current?.focus(), [ended, undo.data]);

  return (
    <>
      <DialogBody className="grid grid-cols-1 content-start gap-4">
        <p ref={heading} tabIndex={-1} role="status" className="tabular font-medium outline-none">
          {undo.data
            ? summarizeUndo(undo.data)
            : ended
              ? appliedText(applied.size, refused.length)
              : `Alterando… ${formatCount(total - left.length)} de ${formatCount(total)}`}
        </p>
        {progress.stage === 'ended' && progress.failure !== null && (
          <FormError
            text={`${countProducts(new Set(left.map(({ id }) => id)).size)} sem alteração: ${progress.failure}`}
          />
        )}
        {undo.data ? (
          undo.data.itens.length > 0 && (
            <LineList
              label="Produtos que ficaram como estão"
              items={undo.data.itens}
              renderLine={(item) => <SkippedLine {...item} />}
            />
          )
        ) : (
          <Refused refused={refused} />
        )}
      </DialogBody>
      {ended && (
        <DialogActions>
          {left.length > 0 && !undo.data && <Button onClick={onRetry}>Tentar novamente</Button>}
          {applied.size > 0 && !undo.data && (
            <Button busy={undo.isPending} onClick={() => undo.mutate({ id: loteId })}>
              Desfazer
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Concluir
          </Button>
        </DialogActions>
      )}
    </>
  );
}

function Refused({ refused }: Pick<Progress, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <LineList
      label="Produtos sem alteração"
      items={refused.map((each) => ({ ...each, id: `${each.id}-${each.campo}` }))}
      renderLine={({ nome, motivo, atual, campo }) => (
        <SkippedLine
          nome={nome ?? 'Produto excluído'}
          motivo={atual === null ? motivo : `${motivo}: agora ${formatValue(campo, atual)}`}
        />
      )}
    />
  );
}

function appliedText(applied: number, refused: number): string {
  const done = countText(applied, 'produto alterado', 'produtos alterados');
  return refused === 0 ? done : `${done}, ${formatCount(refused)} sem alteração`;
}
