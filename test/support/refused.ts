/** A reply that complains of one field. */
export const refusedAt = (field: string, message?: string) => ({
  code: 42200,
  data: { errors: [message === undefined ? { field } : { field, message }] },
});
