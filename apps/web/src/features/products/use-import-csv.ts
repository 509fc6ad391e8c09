import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { toastFailure } from '../../lib/toasts';
import { ImportCancelled, importCsv } from './import-csv';
import { useProductCache } from './use-product-cache';

/** Sends a file; `cancel` aborts it, and so does leaving the screen. */
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
      tellCancelled(arrived.current);
      void reload();
    },
  });

  useEffect(() => () => running.current?.abort(), []);
  return { mutation, progress, cancel: () => running.current?.abort() };
}

// The server finishes a file that it has received in full, whether somebody waits for the answer or not.
function tellCancelled(arrived: boolean): void {
  if (!arrived) toast('Importação cancelada', { description: 'Nenhum produto foi importado.' });
  else {
    toast.warning('Importação interrompida', {
      description: 'O servidor já tinha recebido o arquivo. Confira a lista antes de importar de novo.',
    });
  }
}
