import { z } from 'zod';
import { isoDate } from '../wire/text';
import { currentPasswordInput } from './account';

/** POST /conta/exclusao. */
export const requestDeletionInput = currentPasswordInput;

/** GET and POST /conta/exclusao: when the account is deleted; null: that was not requested. */
export const accountDeletion = z.object({ exclusao_em: isoDate.nullable() });

export type RequestDeletionInput = z.output<typeof requestDeletionInput>;
export type AccountDeletion = z.output<typeof accountDeletion>;
