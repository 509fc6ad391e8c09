import type { OrderAction } from '@esteira/domain/orders/order-machine';
import { countText } from '@esteira/domain/text/count-text';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type KeyboardStep, useKeyboardStep } from '../actions/recent-steps';

interface StepWords {
  done: string;
  /** Whose number fell, and how one and several of them are called. */
  left?: readonly [counted: 'pendentes' | 'aprovados', one: string, several: string];
}

const WORDS: Record<OrderAction, StepWords> = {
  approve: { done: 'aprovado', left: ['pendentes', 'pendente', 'pendentes'] },
  sendToSupplier: { done: 'enviado ao fornecedor', left: ['aprovados', 'aprovado', 'aprovados'] },
  pay: { done: 'pago ao fornecedor' },
  markShipped: { done: 'enviado ao cliente' },
  markDelivered: { done: 'entregue' },
};

interface StepAnnouncementProps {
  counts: OrderCounts | undefined;
  /** While the list is read again its counts are those from before the step. */
  isReading?: boolean;
}

/** Tells who cannot see the list what a step by keyboard did, and how much is left to do. */
export function StepAnnouncement({ counts, isReading = false }: StepAnnouncementProps) {
  const keyboardStep = useKeyboardStep();
  const [text, setText] = useState('');
  const said = useRef<KeyboardStep | null>(null);
  // The counts change on; what was said stays said.
  const announce = useEffectEvent((step: KeyboardStep) => setText(describeStep(step, counts)));
  useEffect(() => {
    if (keyboardStep === null || isReading || said.current === keyboardStep) return;
    said.current = keyboardStep;
    announce(keyboardStep);
  }, [keyboardStep, isReading]);
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

/** 'Pedido 123 aprovado, 27 pendentes'. */
export function describeStep({ order, action }: KeyboardStep, counts: OrderCounts | undefined): string {
  const { done, left } = WORDS[action];
  const sentence = `Pedido ${order.ml_order_id} ${done}`;
  if (!left || !counts) return sentence;
  const [counted, one, several] = left;
  const count = counts[counted];
  if (count === 0) return `${sentence}, nenhum ${one}`;
  return `${sentence}, ${countText(count, one, several)}`;
}
