import { and, eq, isNull, sql } from "drizzle-orm";
import { languages } from "~/contract/common";
import { broker } from "~/server/database/tables/system/admin";
import { coverOf, factsOf, tableCards, when } from "./source";

/** Brokers in use, without whatever leads to a person. The site has no page of one. */
export const brokerSource = tableCards({
  table: broker,
  isShown: () => and(isNull(broker.deleted_at), eq(broker.status, "enabled")),
  finds: (_, filter) => [
    when(filter.country_code, (code) => eq(broker.license_country, code)),
    when(filter.language, (one) => sql`${broker.languages} ? ${one}`),
  ],
  order: () => sql`${broker.created_at} desc`,
  toCards: async (showing, rows) =>
    rows.map(({ id, name, company_name, license_no, avatar_id, ...row }) => ({
      ...{ id, slug: null, title: name, url: null },
      cover: coverOf(showing, avatar_id),
      facts: factsOf([
        ["公司", company_name],
        ["牌照号", license_no],
        ["语言", row.languages.map((one) => languages[one]).join("、")],
      ]),
    })),
});
