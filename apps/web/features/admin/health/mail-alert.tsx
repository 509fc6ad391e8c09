import { AdminAlert } from '../admin-alert';
import { lateMailText } from './health-text';
import { useHealth } from './use-health';

/** On every tab: users who wait for an e-mail cannot sign in, and think that the platform does not respond. */
export function MailAlert() {
  const { data } = useHealth();
  const text = data ? lateMailText(data.emails) : null;
  return text === null ? null : <AdminAlert text={text} />;
}
