import { Select } from '../../ui/forms/input';

interface FilterSelectProps {
  label: string;
  /** What the list shows without this filter. */
  allLabel: string;
  /** What is chosen with it; '' leaves the address. */
  allValue?: string;
  /** Each value of the filter with its label. */
  options: readonly (readonly [value: string, label: string])[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One filter above a list of the admin: all, or the rows of one value. */
export function FilterSelect({
  label,
  allLabel,
  allValue = '',
  options,
  value,
  onChange,
}: FilterSelectProps) {
  return (
    <span className="w-full sm:w-52">
      <Select
        aria-label={label}
        value={value ?? allValue}
        onChange={(event) => onChange(event.target.value)}
        options={options}
      >
        <option value={allValue}>{allLabel}</option>
      </Select>
    </span>
  );
}
