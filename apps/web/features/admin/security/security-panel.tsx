import { SecurityCheckList } from './security-check-list';

/** What of this installation's security is in order, and what an admin does after an incident. */
export function SecurityPanel() {
  return <SecurityCheckList />;
}
