/** Lines that super_admin alone may call. */
export function adminsOnly(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line, ""]));
}
