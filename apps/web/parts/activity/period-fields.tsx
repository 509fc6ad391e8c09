import { isDay } from '@esteira/domain/days';
import { useUrlState } from '../../lib/use-url-state';
import { DateField } from '../lists/date-field';

/** The days that a list of activity is narrowed to by the address; what stands there backwards is swapped. */
export function usePeriod(): { de?: string; ate?: string } {
  const { params } = useUrlState();
  const [de, ate] = [readDay(params.get('de')), readDay(params.get('ate'))];
  const [first, last] = de && ate && de > ate ? [ate, de] : [de, ate];
  return { ...(first && { de: first }), ...(last && { ate: last }) };
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

const readDay = (text: string | null): string => (text !== null && isDay(text) ? text : '');
