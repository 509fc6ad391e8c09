import type { AccountCode } from '@esteira/domain/marketplace-accounts';
import { toAccountOptions, useSeveralAccounts } from '../lib/data/use-accounts';
import { Select } from '../ui/forms/input';

interface AccountSelectProps {
  value: AccountCode | null;
  onPick: (value: string | null) => void;
  className?: string;
}

/** Narrows to one of the seller's accounts; is not there where nothing is to be told apart. */
export function AccountSelect({ value, onPick, className }: AccountSelectProps) {
  const accounts = toAccountOptions(useSeveralAccounts());
  if (value === null && Object.keys(accounts).length === 0) return null;
  return (
    <Select
      aria-label="Conta"
      value={value ?? ''}
      onChange={(event) => onPick(event.target.value || null)}
      options={Object.entries(accounts)}
      className={className}
    >
      <option value="">Todas as contas</option>
    </Select>
  );
}
