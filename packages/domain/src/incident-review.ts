/** When docs/incident.md was last reviewed, as `YYYY-MM-DD`; the same day stands in it. */
export const INCIDENT_REVIEWED_ON = '2026-11-27';
