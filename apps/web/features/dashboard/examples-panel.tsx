import { countText } from '@esteira/domain/text/count-text';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../lib/lazy-dialog';
import { lazyOffer } from '../../lib/lazy-part';
import type { useExamples } from '../../parts/use-examples';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/lists/skeleton';
import { Panel } from '../../ui/panel';

const FillExamples = lazyOffer(
  () => import('../../parts/fill-examples'),
  'FillExamples',
  <Skeleton className="h-9 w-60" />,
);

/** Offers examples to an empty account, and to one that has them the way to be rid of them. */
export function ExamplesPanel({ canFill, examples, erase }: ReturnType<typeof useExamples>) {
  const [asking, setAsking] = useState(false);
  if (!canFill && examples === null) return null;
  const text = canFill
    ? 'Quer ver a Esteira funcionando antes de cadastrar algo seu? Depois é só apagar os exemplos.'
    : 'Sua conta tem dados de exemplo: as vendas de exemplo entram nos seus números.';

  return (
    <Panel aria-label="Dados de exemplo" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Sparkles aria-hidden className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {canFill ? <FillExamples /> : <Button onClick={() => setAsking(true)}>Apagar exemplos</Button>}
      {asking && examples && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          question="Apagar os dados de exemplo?"
          subject={`Saem ${countText(examples.fornecedores, 'fornecedor', 'fornecedores')} e ${countText(examples.produtos, 'produto', 'produtos')} de exemplo, com todos os pedidos deles e o que você fez neles. O que você cadastrou fica.`}
          confirmLabel="Apagar exemplos"
          destructive
          onConfirm={erase}
        />
      )}
    </Panel>
  );
}
