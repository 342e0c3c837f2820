/** Which notification an address of the app opens, as messages and cards lead to it: `/personal-center?notice=7`. */
export function noticeIn(address: string | null): number | undefined {
  const [, id] = /[?&]notice=([1-9]\d{0,14})(?:&|$)/.exec(address ?? "") ?? [];
  return id ? Number(id) : undefined;
}
