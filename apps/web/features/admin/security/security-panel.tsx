import { AllActivity } from './all-activity';
import { SecurityCheckList } from './security-check-list';

/** What of this installation's security is in order, and what was done in all shops. */
export function SecurityPanel() {
  return (
    <>
      <SecurityCheckList />
      <AllActivity />
    </>
  );
}
