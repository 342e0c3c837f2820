import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
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
