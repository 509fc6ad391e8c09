import type { CsvImportAnswer } from '@esteira/validators/product-csv';
import { CircleCheck, Download, TriangleAlert } from 'lucide-react';
import { BOM, downloadCsv } from '../../lib/download';
import { formatCount } from '../../lib/figures';
import { Button } from '../../ui/button';
import { DialogActions, DialogBody } from '../../ui/dialog';
import { errorsAsCsv } from './csv-errors';

/** More lines than anybody reads; the file has them all. */
const SHOWN_ERRORS = 200;

interface CsvImportResultProps {
  result: CsvImportAnswer;
  onAnother: () => void;
  onClose: () => void;
}

export function CsvImportResult({ result, onAnother, onClose }: CsvImportResultProps) {
  const { produtos_criados, erros } = result;
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        <p className="flex items-center gap-2 font-medium">
          <CircleCheck aria-hidden className="size-5 text-success-text" />
          {formatCount(produtos_criados)} produtos importados
        </p>
        {erros.length > 0 && (
          <section className="grid gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="flex items-center gap-2 font-medium">
                <TriangleAlert aria-hidden className="size-5 text-warning-text" />
                {formatCount(erros.length)} erros encontrados
              </h3>
              <Button size="sm" onClick={() => downloadCsv('erros_importacao.csv', BOM + errorsAsCsv(erros))}>
                <Download aria-hidden />
                Baixar lista de erros
              </Button>
            </div>
            <ul className="tabular max-h-64 divide-y divide-border overflow-y-auto rounded-lg border border-border text-[13px]">
              {erros.slice(0, SHOWN_ERRORS).map((erro) => (
                <li key={erro} className="px-3 py-1.5 [overflow-wrap:anywhere]">
                  {erro}
                </li>
              ))}
            </ul>
          </section>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onAnother}>Importar outro</Button>
        <Button variant="primary" onClick={onClose}>
          Concluir
        </Button>
      </DialogActions>
    </>
  );
}
