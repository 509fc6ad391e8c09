import { toOrderedDays } from '@esteira/domain/days';
import { useUrlState } from '../../lib/use-url-state';
import { DateField } from '../lists/date-field';

/** The days that a list of activity is narrowed to by the address; what stands there backwards is swapped. */
export function usePeriod(): { de?: string; ate?: string } {
  const { params } = useUrlState();
  const { de, ate } = toOrderedDays(params.get('de'), params.get('ate'));
  return { ...(de && { de }), ...(ate && { ate }) };
}

/** Its first and last day, either of which may stay open. */
export function PeriodFields() {
  const { set } = useUrlState();
  const { de = '', ate = '' } = usePeriod();
  return (
    <>
      <DateField label="De" value={de} onPick={(day) => set({ de: day, ate }, { replace: true })} />
      <DateField label="Até" value={ate} onPick={(day) => set({ de, ate: day }, { replace: true })} />
    </>
  );
}
