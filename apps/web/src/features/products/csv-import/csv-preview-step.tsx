import { MAX_LIMIT } from '@esteira/domain/paging';
import { MAX_SKUS_PER_CALL } from '@esteira/validators/csv/product-csv';
import { CircleAlert, FileSpreadsheet, Upload } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { itemsOf, nextCursor } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { formatBytes, formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { CsvDropZone } from './csv-drop-zone';
import { CsvPreviewReport } from './csv-preview-report';
import type { PreviewReply, PreviewRequest, PreviewResult, TakenSkus } from './csv-preview-worker';
import { FILE_CHANGED } from './use-import-csv';

interface CsvPreviewStepProps {
  file: File;
  onChoose: (file: File) => void;
  onImport: () => void;
  onClose: () => void;
}

export function CsvPreviewStep({ file, onChoose, onImport, onClose }: CsvPreviewStepProps) {
  const { state, suppliers } = useCsvPreview(file);
  const body = useRef<HTMLDivElement>(null);
  const ready = importable(state);
  // The choice that was made is gone, and with it the focus.
  useEffect(() => body.current?.focus(), []);

  return (
    <>
      <DialogBody>
        <div ref={body} tabIndex={-1} className="grid grid-cols-1 content-start gap-4 outline-none">
          <CsvDropZone onChoose={onChoose} className="flex items-center gap-3 px-3 py-2.5">
            <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">{file.name}</span>
              <span className="tabular text-[13px] text-muted">{formatBytes(file.size)}</span>
            </span>
            <span className="shrink-0 font-medium text-[13px] text-primary-text">Trocar arquivo</span>
          </CsvDropZone>
          <Preview state={state} suppliers={suppliers} />
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" disabled={!ready} onClick={onImport}>
          <Upload aria-hidden />
          {ready?.label ?? 'Importar'}
        </Button>
      </DialogActions>
    </>
  );
}

function Preview({ state, suppliers }: ReturnType<typeof useCsvPreview>) {
  switch (state.status) {
    case 'reading':
      return <ReadingFile fraction={state.fraction} />;
    case 'unreadable':
      return <Refusal>{FILE_CHANGED}</Refusal>;
    case 'unavailable':
      return (
        <p className="text-muted">
          Não foi possível mostrar a prévia. O arquivo ainda pode ser importado: os erros aparecem depois.
        </p>
      );
    case 'done':
      return state.result.ok ? (
        <CsvPreviewReport preview={state.result.preview} suppliers={suppliers} />
      ) : (
        <Refusal>{state.result.detail}</Refusal>
      );
  }
}

function ReadingFile({ fraction }: { fraction: number }) {
  return (
    <div className="grid gap-2 py-6">
      <p role="status" className="text-muted">
        Lendo o arquivo...
      </p>
      <progress
        aria-label="Leitura do arquivo"
        max={1}
        value={fraction}
        className="h-1.5 w-full accent-primary"
      />
    </div>
  );
}

function Refusal({ children }: { children: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-danger-soft px-3 py-2.5 text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="[overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

/** What the button offers; null while there is nothing the server would take. */
function importable(state: PreviewState): { label: string } | null {
  if (state.status === 'unavailable') return { label: 'Importar' };
  if (state.status !== 'done' || !state.result.ok) return null;
  const { rows, badRows } = state.result.preview;
  const good = rows - badRows;
  if (good === 0) return null;
  return { label: `Importar ${formatCount(good)} ${good === 1 ? 'produto' : 'produtos'}` };
}

type PreviewState =
  | { status: 'reading'; fraction: number }
  | { status: 'done'; result: PreviewResult }
  | { status: 'unreadable' }
  /** No worker: the file can still be imported unseen. */
  | { status: 'unavailable' };

type KnownSupplier = NonNullable<PreviewRequest['suppliers']>[number];

/** Reads a chosen file in a worker, so that 200,000 rows freeze nothing. */
function useCsvPreview(file: File): { state: PreviewState; suppliers: KnownSupplier[] | null } {
  const [state, setState] = useState<PreviewState>({ status: 'reading', fraction: 0 });
  const { suppliers, pending } = useKnownSuppliers();
  const findTaken = useTakenSkus();

  useEffect(() => {
    if (pending) return;
    const worker = new Worker(new URL('./csv-preview-worker.ts', import.meta.url), { type: 'module' });
    let isOver = false;
    async function answerSkus(skus: string[]) {
      const taken = await findTaken(skus, () => isOver);
      if (!isOver) worker.postMessage({ taken } satisfies TakenSkus);
    }
    worker.onmessage = ({ data }: MessageEvent<PreviewReply>) => {
      if (data.kind === 'progress') setState({ status: 'reading', fraction: data.fraction });
      else if (data.kind === 'skus') void answerSkus(data.skus);
      else
        setState(data.kind === 'done' ? { status: 'done', result: data.result } : { status: 'unreadable' });
    };
    worker.onerror = () => setState({ status: 'unavailable' });
    worker.postMessage({ file, suppliers } satisfies PreviewRequest);
    return () => {
      isOver = true;
      worker.terminate();
    };
  }, [file, suppliers, pending, findTaken]);

  return { state, suppliers };
}

/** Asks which SKUs are stored already, as many at a time as the server takes; null where it cannot be known. */
function useTakenSkus() {
  const { client } = trpc.useUtils();
  return useCallback(
    async (skus: string[], isOver: () => boolean): Promise<ReadonlySet<string> | null> => {
      const taken = new Set<string>();
      try {
        for (let from = 0; from < skus.length && !isOver(); from += MAX_SKUS_PER_CALL) {
          const asked = { skus: skus.slice(from, from + MAX_SKUS_PER_CALL) };
          for (const sku of (await client.products.takenSkus.mutate(asked)).skus) taken.add(sku);
        }
        return taken;
      } catch {
        return null;
      }
    },
    [client],
  );
}

/** All suppliers once every page is here; null where they cannot be had. */
function useKnownSuppliers() {
  // Shares its pages with the products screen, which asks for all of them.
  const { data, hasNextPage, isError } = trpc.suppliers.list.useInfiniteQuery(
    { limite: MAX_LIMIT },
    { getNextPageParam: nextCursor },
  );
  const pending = !isError && (data === undefined || hasNextPage);
  const suppliers = useMemo(
    () => (data && !hasNextPage ? itemsOf(data).map(({ id, nome }) => ({ id, nome })) : null),
    [data, hasNextPage],
  );
  return { suppliers, pending };
}
