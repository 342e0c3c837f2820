/** The notification that an address of the app opens, as in messages and cards: `/personal-center?notice=7`. */
export function noticeIn(address: string | null): number | undefined {
  const [, id] = /[?&]notice=([1-9]\d{0,14})(?:&|$)/.exec(address ?? "") ?? [];
  return id ? Number(id) : undefined;
}
