import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { mayCall } from "~/contract/endpoint";
import { CurrencyRow, currency as contract } from "~/contract/region/currency";
import { currency } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { includesText } from "~/server/lib/search";

type Query = z.output<typeof contract.list.query>;
export type Currency = typeof currency.$inferSelect;

/** A currency as its reader sees it: a user who may only set rates is offered nothing else. The base is always worth one of itself. */
export function toCurrencyRow(caller: Caller, row: Currency): CurrencyRow {
  const { is_base, status } = row;
  const mayEdit = mayCall(caller, contract.update);
  const isEnabled = status === "enabled";
  return rowOf(CurrencyRow, row, {
    can: {
      edit: mayEdit,
      rate: !is_base,
      enable: mayEdit && !isEnabled,
      disable: mayEdit && isEnabled && !is_base,
      delete: mayEdit && !is_base,
    },
  });
}

export async function currencyOf({ db, user }: SignedCall, id: number): Promise<CurrencyRow> {
  const [row] = await db.select().from(currency).where(eq(currency.id, id));
  return toCurrencyRow(user, found(row));
}

export function currencyRows({ keyword, common }: Query): SQL {
  const isNamed = keyword
    ? or(...[currency.code, currency.name_zh, currency.symbol].map((column) => includesText(column, keyword)))
    : undefined;
  return sql`${and(sql`true`, isNamed, common === undefined ? undefined : eq(currency.is_common, common))}`;
}

export const currencyOrder = (sort: Query["sort"]): SQL => orderOf(currency, sort, sql`${currency.code} asc`);
