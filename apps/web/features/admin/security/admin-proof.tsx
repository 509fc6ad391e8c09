import type { ComponentProps } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { CodeField, CurrentPasswordField } from '../../../parts/proof-fields';

interface AdminProofProps {
  password: ComponentProps<typeof CurrentPasswordField>;
  code: ComponentProps<typeof CodeField>;
}

/** Asks an admin for the password, and for a code where they sign in with a second step. */
export function AdminProof({ password, code }: AdminProofProps) {
  const asksCode = trpc.account.twoStep.useQuery().data?.ligada === true;
  return (
    <>
      <CurrentPasswordField {...password} />
      {asksCode && <CodeField {...code} />}
    </>
  );
}
