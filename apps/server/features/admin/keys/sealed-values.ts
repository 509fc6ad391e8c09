import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { authorizations, connections } from '@esteira/db/schema/platform/connections';
import { emails } from '@esteira/db/schema/platform/emails';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../core/context';
import { toTwoStepSealName } from '../../../core/security/two-step/two-step';
import type { Lease } from '../../../core/time/lease';
import { takeRenewalLease } from '../../connections/renewal';
import { type ConnectionRow, toIdentity, toKey } from '../../connections/tokens';
import { toSealName } from '../../mail/outbox';

type LeaseDeps = Pick<Deps, 'db' | 'clock'>;

export type SealedRow = Record<string, string>;

/** A column whose values are sealed, and the key of its table. */
export interface SealedColumn {
  table: PgTable;
  key: readonly PgColumn[];
  column: PgColumn;
  /** What the value of a row is sealed for; null: its values end within minutes and are not sealed again. */
  toIdentity: ((row: SealedRow) => string) | null;
  /** Who holds it may write the row; null while somebody else does. */
  lease?: (deps: LeaseDeps, row: SealedRow) => Promise<Lease | null>;
}

const { usuario_id, marketplace, conta_id } = connections;
const toConnectionKey = (row: SealedRow) => toKey(row as unknown as ConnectionRow);
/** A renewal that is under way stores new tokens in place of those that it read. */
const ofConnection = (column: PgColumn, purpose: 'acesso' | 'renovacao'): SealedColumn => ({
  ...{ table: connections, key: [usuario_id, marketplace, conta_id], column },
  toIdentity: (row) => toIdentity(toConnectionKey(row), purpose),
  lease: (deps, row) => takeRenewalLease(deps, toConnectionKey(row)),
});

/** Everything that is sealed with the server's key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ofConnection(connections.token_acesso, 'acesso'),
  ofConnection(connections.token_renovacao, 'renovacao'),
  ofConnection(connections.token_renovacao_anterior, 'renovacao'),
  {
    ...{ table: twoStep, key: [twoStep.usuario_id], column: twoStep.segredo },
    toIdentity: (row) => toTwoStepSealName(row['usuario_id'] as string),
  },
  {
    ...{ table: emails, key: [emails.id], column: emails.conteudo },
    toIdentity: (row) => toSealName(row['id'] as string),
  },
  {
    ...{ table: authorizations, key: [authorizations.estado], column: authorizations.verificador },
    toIdentity: null,
  },
];
