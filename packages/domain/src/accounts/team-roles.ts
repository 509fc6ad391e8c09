/** What somebody is in the team of a seller. */
export const TEAM_ROLES = ['operador', 'leitura'] as const;

export type TeamRole = (typeof TEAM_ROLES)[number];
