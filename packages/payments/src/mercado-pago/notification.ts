import { z } from 'zod';

const TOPICS = ['order', 'payment', 'subscription_preapproval', 'subscription_authorized_payment'] as const;

/**
 * What a notification names: an order, a payment, a subscription of theirs or what one was to charge on a day, and our
 * charge where it says so. Nothing else in it is believed.
 */
export type ChargeNotification = {
  topic: (typeof TOPICS)[number];
  id: string;
  reference: string | null;
};

const query = z.object({ 'data.id': z.string().regex(/^\w{1,64}$/), type: z.enum(TOPICS) });
const body = z.object({ data: z.object({ external_reference: z.uuid() }) });

/** Reads a delivery's address and body; null when it announces no charge. Never throws. */
export function parseNotification(delivery: { query: unknown; body: unknown }): ChargeNotification | null {
  const address = query.safeParse(delivery.query);
  if (!address.success) return null;
  const found = body.safeParse(delivery.body);
  const { type: topic } = address.data;
  return { topic, id: address.data['data.id'], reference: found.data?.data.external_reference ?? null };
}
