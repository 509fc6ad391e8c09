import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { saveFile } from '../../lib/download';
import { toastFailure } from '../../lib/toasts';
import { fetchFile } from '../../parts/export/fetch-file';
import { Button } from '../../ui/button';
import { Panel, PanelTitle } from '../../ui/panel';

/** Everything that Esteira keeps of the seller, to take along. */
export function OwnDataPanel() {
  const download = useMutation({
    mutationFn: async () => {
      const { name, file } = await fetchFile('/api/conta/dados.zip', 'esteira-meus-dados.zip');
      saveFile(name, file);
      return name;
    },
    onMutate: () => ({ id: toast.loading('Reunindo seus dados...') }),
    onSuccess: (name, _, { id }) => toast.success('Dados baixados', { id, description: name }),
    onError: (error, _, context) => {
      toast.dismiss(context?.id);
      toastFailure(error, 'Erro ao baixar seus dados');
    },
  });
  return (
    <Panel aria-labelledby="meus-dados">
      <PanelTitle>
        <span id="meus-dados">Meus dados</span>
      </PanelTitle>
      <div className="grid gap-4 p-4">
        <p className="text-muted">
          Um arquivo ZIP com seu cadastro, fornecedores, produtos, pedidos, estoque e pagamentos, em CSV para
          o Excel e em JSON para outros programas. Senhas e chaves de acesso não vão junto.
        </p>
        <Button busy={download.isPending} onClick={() => download.mutate()} className="justify-self-start">
          {!download.isPending && <Download aria-hidden />}
          Baixar meus dados
        </Button>
      </div>
    </Panel>
  );
}
