import { useEffect, useEffectEvent, useState } from 'react';
import type { Offer } from '../offer';
import { type CardMethod, toOnePayment } from './card-method';

/**
 * The instalments that the card may be paid in, and the chosen ones: at once where another card, typed later, does not
 * offer as many. `onOffer` hears of the choice whenever it changes.
 */
export function useOffers(method: CardMethod | null, preco: number, onOffer?: (offer: Offer) => void) {
  const [chosen, choose] = useState(1);
  const offers = method?.offers ?? [toOnePayment(preco)];
  const offer = offers.find(({ parcelas }) => parcelas === chosen) ?? offers[0] ?? toOnePayment(preco);
  const { parcelas, total } = offer;
  const tell = useEffectEvent((told: Offer) => onOffer?.(told));
  useEffect(() => tell({ parcelas, total }), [parcelas, total]);
  return { offers, offer, choose };
}
