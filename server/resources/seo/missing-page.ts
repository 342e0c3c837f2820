import { eq } from "drizzle-orm";
import { missingPage as contract, MissingRow } from "~/contract/seo/missing-page";
import { missingPage } from "~/server/database/tables/seo/site-page";
import { audit } from "~/server/lib/audit";
import { found, rowOf } from "~/server/lib/call";
import { orderOf, tablePage } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";

export const missingPageHandlers = [
  serve(contract.list, (call) => {
    const { keyword, sort } = call.query;
    const may = call.user.permissions.has("seo:section:edit");
    const where = keyword ? includesText(missingPage.path, keyword) : undefined;
    return tablePage(call, missingPage, { where, order: orderOf(missingPage, sort, missingPage.id) }, async (_, rows) =>
      rows.map((row) => rowOf(MissingRow, row, { can: { redirect: may, delete: may } })),
    );
  }),
  serve(contract.remove, async (call) => {
    const { id } = call.params;
    const [gone] = await call.db.delete(missingPage).where(eq(missingPage.id, id)).returning();
    const { path } = found(gone);
    const target = { type: "missing_page", id, name: path };
    await audit(call, { module: "seo", action: "delete", target, summary: `删除404记录 ${path}` });
    return null;
  }),
];
