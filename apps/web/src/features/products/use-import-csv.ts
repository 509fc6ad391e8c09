import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { toastFailure } from '../../lib/toasts';
import { importCsv } from './import-csv';
import { useProductCache } from './use-product-cache';

export function useImportCsv() {
  const { reload } = useProductCache();
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: (file: File) => importCsv({ file, onProgress: setProgress }),
    onMutate: () => setProgress(0),
    onSuccess: ({ produtos_criados, erros }) => {
      toast.success(`${produtos_criados} produtos importados!`);
      if (erros.length > 0) toast.warning(`${erros.length} erros encontrados`);
      return reload();
    },
    onError: (error) => toastFailure(error, 'Erro ao importar CSV'),
  });
  return { mutation, progress };
}
