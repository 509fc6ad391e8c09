import { AllActivity } from './all-activity';
import { EndAllSessions } from './end-all-sessions';
import { SecurityCheckList } from './security-check-list';

/** What of this installation's security is in order, what ends all sessions, and what was done in all shops. */
export function SecurityPanel() {
  return (
    <>
      <SecurityCheckList />
      <div>
        <EndAllSessions />
      </div>
      <AllActivity />
    </>
  );
}
