import { TEAM_ROLE_TEXTS } from '@esteira/domain/accounts/team';
import { TEAM_ROLES, type TeamRole } from '@esteira/domain/accounts/team-roles';
import type { ComponentProps } from 'react';
import { Select } from '../../ui/forms/input';

/** The role of a person, chosen from the two there are. */
export function RoleSelect(props: Omit<ComponentProps<'select'>, 'children'>) {
  return (
    <Select {...props}>
      {TEAM_ROLES.map((role) => (
        <option key={role} value={role}>
          {TEAM_ROLE_TEXTS[role].label}
        </option>
      ))}
    </Select>
  );
}

export const isRole = (value: string): value is TeamRole => TEAM_ROLES.some((role) => role === value);
