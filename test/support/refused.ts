/** What a reply complains of. */
export const errorsOf = ({ data }: { data: unknown }) =>
  (data as { errors?: { field: string; label: string; message: string }[] } | null)?.errors ?? [];

/** The fields that a reply complains of. */
export const fieldsOf = (reply: { data: unknown }) => errorsOf(reply).map(({ field }) => field);

/** How many replies have each code. */
export const codesOf = (replies: { code: number }[]) =>
  Object.fromEntries(replies.map(({ code }) => [code, replies.filter((one) => one.code === code).length]));

/** A reply that complains of one field. */
export const refusedAt = (field: string, message?: string) => ({
  code: 42200,
  data: { errors: [message === undefined ? { field } : { field, message }] },
});
