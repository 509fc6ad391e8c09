import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';
import { orAbsent, recordId, wholeNumber } from '../wire/text';
import { accountCode } from './accounts';

/** publish and unpublish: which product, on which marketplace. */
export const publicationInput = z.object({ id: recordId, marketplace: z.enum(MARKETPLACES) });

/** publication.publish: in which account; absent: in the default one. */
export const publishInput = publicationInput.extend({ conta_id: orAbsent(accountCode) });

/** A simulated sale: of one unit unless `quantidade` says otherwise. */
export const simulateSaleInput = publicationInput.extend({ quantidade: wholeNumber(1, 100).default(1) });

/** The answer of publish, unpublish and simulate: one sentence for the toast. */
export const messageResponse = z.object({ message: z.string() });

/** The answer of a simulated sale: the sentence and the new order's id. */
export const saleResponse = messageResponse.extend({ pedido: z.string() });

/**
 * The answer of publish and unpublish. `na_fila`: on a real marketplace it is done later; how far it is tell the
 * listing's states.
 */
export const publicationResponse = messageResponse.extend({ na_fila: z.literal(true).optional() });

export type PublicationResponse = z.output<typeof publicationResponse>;
export type PublishInput = z.output<typeof publishInput>;
export type PublicationInput = z.output<typeof publicationInput>;
export type SimulateSaleInput = z.output<typeof simulateSaleInput>;
export type SaleResponse = z.output<typeof saleResponse>;
export type MessageResponse = z.output<typeof messageResponse>;
