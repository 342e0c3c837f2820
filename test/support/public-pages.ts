import type { Database } from "~/server/database/database";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { broker } from "~/server/database/tables/system/admin";
import { districtOf } from "./estate";
import { days, makeMedia, makeUser, put } from "./factories";

async function picture(db: Database): Promise<number> {
  const { id: uploader } = await makeUser(db, { role: "seo_editor" });
  return (await makeMedia(db, { uploader, scene: "content", is_private: false, kind: "image" })).id;
}

const isOut = () => ({ publish_status: "published" as const, publish_at: isoInstant(days(-1)) });

/** A city whose introduction is public. */
export async function putCity(db: Database, slug: string, over: Partial<typeof cityIntro.$inferInsert> = {}) {
  const facts = {
    title: `城市 ${slug}`,
    summary: "城市概况",
    overview: `<p>${"海港与丘陵。".repeat(4)}</p>`,
    block_count: 1,
  };
  return put(db, cityIntro, {
    ...{ ...facts, slug, country_code: "JP", translation_key: slug, ...isOut() },
    district_id: await districtOf(db, "JP", "13"),
    banner_id: await picture(db),
    ...over,
  });
}

/** A special page that visitors may open. */
export async function putSpecial(db: Database, slug: string, over: Partial<typeof special.$inferInsert> = {}) {
  return put(db, special, {
    ...{ name: `专题 ${slug}`, title: `专题 ${slug}`, slug, translation_key: slug, ...isOut() },
    modules: [{ type: "form", props: { title: null, note: null, button_text: null } }],
    cover_id: await picture(db),
    ...over,
  });
}

/** A public article, in a category of its own. */
export async function putArticle(db: Database, slug: string, over: Partial<typeof article.$inferInsert> = {}) {
  const content = `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`;
  return put(db, article, {
    ...{ title: `资讯 ${slug}`, slug, translation_key: slug, content, ...isOut() },
    summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。",
    category_id: (await put(db, articleCategory, { name: slug, slug })).id,
    cover_id: over.cover_id ?? (await picture(db)),
    ...over,
  });
}

/** A broker in use. */
export const putBroker = (db: Database, over: Partial<typeof broker.$inferInsert> & { broker_no: string }) => {
  const contact = { contact_name: "林秘", phone_cc: "86", phone: "13812345678", email: "secret@demo.test" };
  return put(db, broker, { ...contact, type: "company", name: "云汀经纪", ...over });
};
