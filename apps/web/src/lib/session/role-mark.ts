import { useEffect } from 'react';
import { useUser } from './session';

/**
 * Marks the document with the role of a person of a team. Styles hide then what bears `data-owner`, which only the
 * owner may do, and in the role 'Leitura' what bears `data-changes`; in dialogs too, which stand outside of the page.
 */
export function useRoleMark(): void {
  const role = useUser().equipe?.papel;
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (role !== undefined) dataset['role'] = role;
    return () => {
      delete dataset['role'];
    };
  }, [role]);
}
