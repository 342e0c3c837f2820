/** What must never be: each rule with the query, after `from`, that must find no row. `:now` is the moment of the demo, `:today` its day. */
export type Rules = Readonly<Record<string, string>>;

/** Moments of a row that are not in this order, or yet to come. */
export const disordered = (columns: string): string => {
  const names = columns.split(" ");
  const wrong = names.flatMap((one, at) => names.slice(at + 1).map((later) => `${later} < ${one}`));
  return [...names.map((name) => `${name} > :now`), ...wrong].join(" or ");
};

/** A column that is there in another state, or is not there in these. */
export const unlike = (states: string, column: string): string =>
  `(status in ('${states.replaceAll(" ", "', '")}')) <> (${column} is not null)`;

/** Rows whose list, as `table.column`, names what is not there, or not as it should be. */
export const missing = (list: string, target: string, also = "true"): string =>
  `${list.replace(/\..*/, "")} p, jsonb_array_elements_text(coalesce(p${list.replace(/^[^.]*/, "")}, '[]')) named(id)
    where not exists (select 1 from ${target} t where t.id = named.id::bigint and ${also})`;

/** Rows that nothing in the log tells of. */
export const untold = (kind: string, moment: string, which: string): string =>
  `${kind} a where ${which} and not exists (select 1 from operation_log l
    where l.target_type = '${kind}' and l.target_id = a.id and l.created_at = a.${moment})`;

/** The day of a moment. */
export const dayIn = (moment: string): string => `(${moment} at time zone 'Asia/Shanghai')::date`;
