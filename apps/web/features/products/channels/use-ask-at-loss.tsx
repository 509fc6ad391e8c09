import { formatMoney } from '@esteira/domain/money';
import type { Product } from '@esteira/validators/products/product';
import { useState } from 'react';
import { ConfirmDialog } from '../../../lib/lazy-dialog';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { type Channel, lossOf } from './channels';

/** Where each sale of a product would lose money, it asks before it is published, with the way to its price. */
export function useAskAtLoss(product: Product, channel: Channel) {
  const [asked, setAsked] = useState<{ publish: () => void; loss: number } | null>(null);

  function ask(publish: () => void) {
    const loss = lossOf(product, channel);
    if (loss > 0) setAsked({ publish, loss });
    else publish();
  }

  const question = asked && <LossQuestion product={product} {...asked} onClose={() => setAsked(null)} />;
  return { ask, question };
}

interface LossQuestionProps {
  product: Product;
  /** Of each sale, in reais. */
  loss: number;
  publish: () => void;
  onClose: () => void;
}

function LossQuestion({ product, loss, publish, onClose }: LossQuestionProps) {
  const editor = useUrlDialog('editar', 'changes');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      question={`Cada venda perde ${formatMoney(loss)} (antes de tarifas e frete). Publicar mesmo assim?`}
      subject={product.nome}
      confirmLabel="Publicar"
      cancelLabel="Ajustar preço"
      onCancel={() => editor.open(product.id)}
      onConfirm={async () => publish()}
    />
  );
}
