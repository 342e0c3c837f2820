import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { languages } from "~/contract/common";
import { broker } from "~/server/database/tables/system/admin";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { type CardSource, factsOf, inOrder, when } from "./source";

const isShown = and(isNull(broker.deleted_at), eq(broker.status, "enabled"));

/** Brokers in use, without whatever leads to a person. The site has no page of one. */
export const brokerSource: CardSource = {
  cards: async ({ db, services, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(broker)
      .where(and(isShown, inArray(broker.id, [...ids])));
    const cards = rows.map(({ id, name, company_name, license_no, avatar_id, ...row }) => ({
      ...{ id, slug: null, title: name, url: null },
      cover: avatar_id ? base + publicPictureUrl(services, avatar_id, "thumb") : null,
      facts: factsOf([
        ["公司", company_name],
        ["牌照号", license_no],
        ["语言", row.languages.map((one) => languages[one]).join("、")],
      ]),
    }));
    return inOrder(ids, cards);
  },
  find: async ({ db }, { filter, limit }) => {
    const rows = await db
      .select({ id: broker.id })
      .from(broker)
      .where(
        and(
          isShown,
          when(filter.country_code, (code) => eq(broker.license_country, code)),
          when(filter.language, (one) => sql`${broker.languages} ? ${one}`),
        ),
      )
      .orderBy(sql`${broker.created_at} desc`, sql`${broker.id} desc`)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};
