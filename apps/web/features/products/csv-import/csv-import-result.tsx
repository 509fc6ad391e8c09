import { countText } from '@esteira/domain/text/count-text';
import type { ChangeUndoResult } from '@esteira/validators/products/product-change';
import { CircleCheck, Download, Info, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { downloadCsv } from '../../../lib/download';
import { Button } from '../../../ui/button';
import { LineList } from '../../../ui/lists/line-list';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { countProducts } from '../changes/change-texts';
import { SkippedLine } from '../changes/skipped-line';
import { useUndoChange } from '../changes/use-undo-change';
import { CsvProblemList } from './preview/csv-problem-list';
import { errorsAsCsv, SHOWN_PROBLEMS } from './preview/csv-problems';
import type { CsvImportOutcome } from './use-import-csv';

interface CsvImportResultProps {
  result: CsvImportOutcome;
  onAnother: () => void;
  onClose: () => void;
}

export function CsvImportResult({ result, onAnother, onClose }: CsvImportResultProps) {
  const { produtos_criados, produtos_atualizados = 0, erros, avisos = [], loteId } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  const hasWritten = produtos_criados + produtos_atualizados > 0;
  const Icon = hasWritten ? CircleCheck : Info;
  const undo = useUndoChange();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new sentence is to be heard.
  useEffect(() => heading.current?.focus(), [undo.data]);

  return (
    <>
      <DialogBody className="grid grid-cols-1 content-start gap-4">
        <h3
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2 font-medium text-base outline-none"
        >
          <Icon aria-hidden className={hasWritten ? 'size-5 text-success-text' : 'size-5 text-muted'} />
          {undo.data ? summarizeReturn(undo.data) : summarize(result)}
        </h3>
        {undo.data && undo.data.itens.length > 0 && (
          <LineList
            label="Produtos que ficaram como estão"
            items={undo.data.itens}
            renderLine={(item) => <SkippedLine {...item} />}
          />
        )}
        {avisos.map((notice) => (
          <p key={notice} className="text-muted">
            {notice}.
          </p>
        ))}
        {erros.length > 0 && (
          <CsvProblemList
            title="Erros encontrados"
            count={erros.length}
            problems={erros.slice(0, SHOWN_PROBLEMS)}
          >
            <Button size="sm" onClick={() => downloadCsv('erros_importacao.csv', errorsAsCsv(erros))}>
              <Download aria-hidden />
              Baixar erros (CSV)
            </Button>
          </CsvProblemList>
        )}
      </DialogBody>
      <DialogActions>
        {loteId !== null && !undo.data && (
          <Button busy={undo.isPending} onClick={() => undo.mutate({ id: loteId })}>
            {!undo.isPending && <Undo2 aria-hidden />}
            Desfazer importação
          </Button>
        )}
        <Button onClick={onAnother}>Importar outro</Button>
        <Button variant="primary" onClick={onClose}>
          Concluir
        </Button>
      </DialogActions>
    </>
  );
}

function summarize({ produtos_criados: created, produtos_atualizados: updated }: CsvImportOutcome): string {
  const imported = countText(created, 'produto importado', 'produtos importados');
  if (updated === undefined) return created === 0 ? 'Nenhum produto importado' : imported;
  const changed = countText(updated, 'produto atualizado', 'produtos atualizados');
  if (created === 0) return updated === 0 ? 'Nenhum produto mudou' : changed;
  return updated === 0 ? imported : `${imported}, ${countText(updated, 'atualizado', 'atualizados')}`;
}

function summarizeReturn({ desfeitos, mantidos }: ChangeUndoResult): string {
  const undone = `Importação desfeita: ${countProducts(desfeitos)}`;
  if (mantidos === 0) return undone;
  return `${undone}, ${countText(mantidos, 'ficou como está', 'ficaram como estão')}`;
}
