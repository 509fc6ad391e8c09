import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { toastFailure } from '../../lib/toasts';
import { ImportCancelled, importCsv } from './import-csv';
import { useProductCache } from './use-product-cache';

export function useImportCsv() {
  const { reload } = useProductCache();
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: (file: File) => {
      const { signal } = (running.current = new AbortController());
      return importCsv({ file, signal, onProgress: setProgress });
    },
    onMutate: () => setProgress(0),
    onSuccess: ({ produtos_criados, erros }) => {
      toast.success(`${produtos_criados} produtos importados!`);
      if (erros.length > 0) toast.warning(`${erros.length} erros encontrados`);
      return reload();
    },
    onError: (error) => {
      if (!(error instanceof ImportCancelled)) return toastFailure(error, 'Erro ao importar CSV');
      tellCancelled(progressRef.current);
      void reload();
    },
  });
  return { mutation, progress };
}
