import { sql } from "drizzle-orm";
import { mostMissing } from "~/contract/seo/missing-page";
import { isoInstant } from "~/server/database/tables/columns";
import { missingPage } from "~/server/database/tables/seo/site-page";
import { Refusal } from "~/server/lib/call";
import { Moved } from "~/server/lib/public-read";
import type { RawCall, Served } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { apiPaths, pageKinds, pathOfPage, pieceAt, redirectFrom } from "./site-page";

const kindByPath = new Map(pageKinds.map((kind) => [apiPaths[kind] as string, kind]));

/** A public read of a page that is not there leads on where somebody has said so (跳转), else is counted (domain B.8). */
export function ledOn(served: Served): Served {
  const { method, path } = served.endpoint;
  const kind = method === "GET" ? kindByPath.get(path) : undefined;
  if (!kind) return served;
  return {
    ...served,
    async answer(raw: RawCall) {
      try {
        return await served.answer(raw);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 40400 || raw.query.preview) throw error;
        const { services, params } = raw;
        const settings = await readSettings(services.db);
        const asked = pathOfPage(settings, kind, params.slug ?? params.id ?? "");
        if (!asked) throw error;
        const to = await redirectFrom(services.db, asked);
        if (to === undefined) await countMissing(services, asked);
        else {
          const piece = pieceAt(settings, to);
          // What is no piece has no read of its own: the answer there says the page.
          throw new Moved(
            piece
              ? apiPaths[piece.kind].replace(/\{\w+\}/, encodeURIComponent(piece.name))
              : `/api/public/seo/redirect?path=${encodeURIComponent(asked)}`,
          );
        }
        throw error;
      }
    },
  };
}

/** Counts a page that is not there. A new one takes the place of the one that was asked for least; a count that cannot be kept changes no answer. */
export async function countMissing({ db, log, now }: Services, path: string): Promise<void> {
  const at = isoInstant(now());
  try {
    const { rows } = await db.execute<{ id: string; is_new: boolean }>(
      sql`insert into ${missingPage} (path, count, first_at, last_at) values (${path}, 1, ${at}, ${at})
        on conflict (path) do update set count = missing_page.count + 1, last_at = excluded.last_at
        returning id, xmax = 0 as is_new`,
    );
    const [{ id, is_new } = {}] = rows;
    if (is_new)
      await db.execute(
        sql`delete from ${missingPage} where id in (
          select id from ${missingPage} where id <> ${id} order by count desc, last_at desc, id desc offset ${mostMissing - 1})`,
      );
  } catch (error) {
    log.warn({ err: error }, "a missing page could not be counted");
  }
}
