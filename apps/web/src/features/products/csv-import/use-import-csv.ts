import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { toastFailure } from '../../../lib/toasts';
import { useProductCache } from '../list/use-product-cache';
import { ImportCancelled, importCsv } from './import-csv';

/**
 * Sends a file. Until all of it has arrived `cancel` aborts it, and so does leaving the screen; from then on the
 * server finishes, whether somebody waits for the answer or not, and the toasts tell what came of it.
 */
export function useImportCsv() {
  const { reload } = useProductCache();
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController | null>(null);
  const arrived = useRef(false);

  function onProgress(fraction: number) {
    arrived.current = fraction === 1;
    setProgress(fraction);
  }

  const mutation = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      return importCsv({ file, signal: controller.signal, onProgress });
    },
    onMutate: () => onProgress(0),
    onSuccess: ({ produtos_criados, erros }) => {
      toast.success(`${produtos_criados} produtos importados!`);
      if (erros.length > 0) toast.warning(`${erros.length} erros encontrados`);
      void reload();
    },
    onError: (error) => {
      if (!(error instanceof ImportCancelled)) return toastFailure(error, 'Erro ao importar CSV');
      toast('Importação cancelada', { description: 'Nenhum produto foi importado.' });
    },
  });

  function cancel() {
    if (!arrived.current) running.current?.abort();
  }

  useEffect(
    () => () => {
      if (!arrived.current) running.current?.abort();
    },
    [],
  );
  return { mutation, progress, cancel };
}
