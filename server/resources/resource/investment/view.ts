import { InvestmentDetail, InvestmentRow, InvestmentWhole } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { forEditor } from "~/server/lib/rich-text/display";
import { rowOf } from "~/server/lib/row";
import { presentItem, withValues } from "~/server/resources/content/drafted";
import { figuresOf } from "~/server/resources/content/figures";
import type { Values } from "~/server/resources/content/kind";
import { translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { placeNames } from "~/server/resources/shared/place-names";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

export type Investment = typeof investment.$inferSelect;

export async function toInvestmentRows(call: SignedCall, rows: readonly Investment[]): Promise<InvestmentRow[]> {
  const { db, services } = call;
  const life = await livesOf(call, "investment", rows, InvestmentWhole);
  const places = await placeNames(db, rows);
  const figures = await figuresOf(
    db,
    "investment",
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { inquiries, deals } = figures(row.id);
    return rowOf(InvestmentRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      district: places(row.district_id),
      inquiry_count: inquiries,
      deal_count: deals,
    });
  });
}

export async function investmentOf(call: SignedCall, id: number, values: Values = {}): Promise<InvestmentDetail> {
  const { db } = call;
  const row: Investment = withValues(await presentItem(db, investment, id), values);
  const [shown] = await toInvestmentRows(call, [row]);
  const { content } = row;
  return rowOf(InvestmentDetail, row, {
    ...found(shown),
    content: content ? forEditor(content, await displayRules(call, [content])) : null,
    translations: await translationsOf(db, investment, row),
    ...(await lifeDetailOf(call, "investment", row)),
  });
}
