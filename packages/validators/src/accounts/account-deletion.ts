import { z } from 'zod';
import { isoDate } from '../wire/text';
import { changePasswordInput } from './account';

/** POST /conta/exclusao. */
export const requestDeletionInput = changePasswordInput.pick({ senha_atual: true });

/** GET and POST /conta/exclusao: when the account is deleted; null: that was not requested. */
export const accountDeletion = z.object({ exclusao_em: isoDate.nullable() });

export type RequestDeletionInput = z.output<typeof requestDeletionInput>;
export type AccountDeletion = z.output<typeof accountDeletion>;
