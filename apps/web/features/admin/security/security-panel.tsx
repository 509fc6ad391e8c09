import { AllActivity } from './all-activity';
import { EndAllSessions } from './end-all-sessions';
import { EraseAmazon } from './erase-amazon';
import { SecurityCheckList } from './security-check-list';

/** What of this installation's security is in order, what ends all sessions or erases buyers, and what was done in all shops. */
export function SecurityPanel() {
  return (
    <>
      <SecurityCheckList />
      <div className="flex flex-wrap gap-2">
        <EndAllSessions />
        <EraseAmazon />
      </div>
      <AllActivity />
    </>
  );
}
