import { and, count, eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { permissions } from "~/contract/permissions";
import { dictionaryScenes } from "~/contract/shared/option";
import { baselineTables, writeBaseline } from "~/server/database/baseline";
import { country, currency, district } from "~/server/database/tables/region/geography";
import { databaseFlag, option, role } from "~/server/database/tables/system/system";
import { testDatabase } from "~/test/support/database";

const { db } = testDatabase();

/** As on a database that had its baseline from an earlier version of the program. */
const again = async () => {
  await db.delete(databaseFlag).where(eq(databaseFlag.name, "baseline"));
  await writeBaseline(db);
};

async function permissionsOf(code: string): Promise<string[]> {
  const [row] = await db.select().from(role).where(eq(role.code, code));
  return row?.permissions ?? [];
}

describe("built-in roles", () => {
  it.each([
    ["super_admin", 131, "all", {}],
    ["sales_manager", 52, "team", {}],
    ["sales", 34, "self", { inquiry: "self" }],
    ["channel_manager", 26, "team", { agent: "self", clue: "self", statement: "self" }],
    ["estate_manager", 18, "all", { customer: "none" }],
    ["content_editor", 22, "all", { customer: "none", deal: "none" }],
    ["seo_editor", 35, "all", { customer: "none", deal: "none" }],
    ["finance", 19, "all", {}],
    ["customer_service", 26, "self", { inquiry: "all", customer: "all" }],
  ])("gives %s %i permissions and scope %s", async (code, size, scope, overrides) => {
    const [row] = await db.select().from(role).where(eq(role.code, code));
    expect(new Set(row?.permissions).size).toBe(size);
    expect(row?.permissions).toHaveLength(size);
    expect(row).toMatchObject({ data_scope: scope, scope_overrides: overrides, builtin: true, status: "enabled" });
  });

  /** The easily misread rows of domain A.2: the roles with the code, except the super administrator. */
  it.each([
    ["dashboard:trend:view", "sales_manager channel_manager estate_manager finance"],
    ["analysis:detail:view", "sales_manager customer_service"],
    ["inquiry:tracker:view", "sales_manager content_editor seo_editor customer_service"],
    ["inquiry:tracker:manage", "content_editor seo_editor"],
    ["inquiry:inquiry:assign", "sales_manager customer_service"],
    ["customer:pool:claim", "sales_manager sales"],
    ["customer:info:view", "sales_manager sales finance customer_service"],
    ["customer:info:edit", "sales_manager sales customer_service"],
    ["customer:info:assign", "sales_manager"],
    ["customer:info:lock", "sales_manager sales"],
    ["customer:recycle:destroy", ""],
    ["customer:phone:view", "sales_manager customer_service"],
    ["customer:user:view", "sales_manager customer_service"],
    ["customer:user:disable", "customer_service"],
    ["customer:blacklist:view", "sales_manager sales channel_manager customer_service"],
    ["customer:blacklist:manage", "customer_service"],
    ["deal:deal:view", "sales_manager sales channel_manager finance"],
    ["deal:deal:submit", "sales_manager sales"],
    ["deal:billing:confirm", "finance"],
    ["deal:commission:view", "sales_manager channel_manager finance"],
    [
      "house:estate:view",
      "sales_manager sales channel_manager estate_manager content_editor seo_editor customer_service",
    ],
    ["clue:clue:view", "sales_manager sales channel_manager finance"],
    ["clue:clue:advance", "sales channel_manager"],
    ["clue:statement:confirm", "channel_manager finance"],
    ["clue:statement:void", "finance"],
    ["notification:info:send", "content_editor"],
    ["article:tag:manage", "content_editor seo_editor"],
    ["resource:keyword:manage", "content_editor seo_editor"],
    ["resource:banner:manage", "content_editor"],
    ["geo:region:manage", "estate_manager seo_editor"],
    ["geo:currency:rate", "estate_manager seo_editor finance"],
    ["seo:template:publish", "seo_editor"],
    ["special:page:publish", "content_editor seo_editor"],
    ["system:broker:manage", "estate_manager"],
    ["system:setting:manage", ""],
  ])("grants %s to the roles of the table only", async (code, holders) => {
    const rows = await db.select().from(role).where(eq(role.builtin, true));
    const holding = rows.filter((row) => row.permissions.includes(code)).map((row) => row.code);
    expect(holding.sort()).toEqual(["super_admin", ...holders.split(" ").filter(Boolean)].sort());
  });

  it("uses codes of the registry only", async () => {
    expect(await permissionsOf("super_admin")).toEqual(permissions);
    for (const row of await db.select().from(role))
      expect(permissions).toEqual(expect.arrayContaining(row.permissions));
  });
});

describe("dictionary", () => {
  it("has values for every scene, in order", async () => {
    const rows = await db.select().from(option).orderBy(option.scene, option.sort);
    expect(new Set(rows.map((row) => row.scene))).toEqual(new Set(Object.keys(dictionaryScenes)));
    const results = rows.filter((row) => row.scene === "tracking_result").map((row) => row.value);
    expect(results).toEqual(
      "connected no_answer refused interested need_materials visit_booked considering no_intent wrong".split(" "),
    );
  });
});

describe("countries and currencies", () => {
  it("has every country of ISO 3166-1 once, with a name of its own", async () => {
    const rows = await db.select().from(country);
    expect(rows).toHaveLength(249);
    expect(new Set(rows.map((row) => row.name_zh)).size).toBe(249);
  });

  it("names Hong Kong, Macao and Taiwan as regions of China", async () => {
    const rows = await db.select().from(country);
    const names = Object.fromEntries(rows.map((row) => [row.code, row.name_zh]));
    expect(names).toMatchObject({ HK: "中国香港", MO: "中国澳门", TW: "中国台湾", AE: "阿联酋" });
  });

  it("opens business in ten countries, each with districts of two levels, phone code and currency", async () => {
    const open = await db.select().from(country).where(eq(country.is_open, true)).orderBy(country.sort);
    expect(open.map((row) => row.code)).toEqual("JP TH AE MY SG GB AU US GR PT".split(" "));
    for (const row of open) {
      expect(row).toMatchObject({
        flag: expect.any(String),
        timezone: expect.any(String),
        phone_cc: expect.any(String),
      });
      const levels = await db
        .selectDistinct({ level: district.level })
        .from(district)
        .where(eq(district.country_code, row.code));
      expect(levels.length).toBeGreaterThanOrEqual(2);
    }
  });

  it("has currencies that people pay with, and every country's is among them", async () => {
    const codes = (await db.select().from(currency)).map((row) => row.code);
    expect(codes).not.toEqual(expect.arrayContaining(["XAU"]));
    expect(codes.filter((code) => /^X/.test(code)).sort()).toEqual(["XAF", "XCD", "XCG", "XOF", "XPF"]);
    for (const fund of ["CHE", "CLF", "USN", "UYI"]) expect(codes).not.toContain(fund);
    for (const row of await db.select().from(country).where(isNotNull(country.currency_code))) {
      expect(codes).toContain(row.currency_code);
    }
  });

  it("keeps yuan as the base at 1, and yen without decimals", async () => {
    const rows = await db.select().from(currency).where(eq(currency.is_common, true)).orderBy(currency.sort);
    expect(rows.map((row) => row.code)).toEqual("CNY JPY USD EUR GBP AUD THB AED MYR SGD HKD".split(" "));
    expect(rows[0]).toMatchObject({ is_base: true, rate_to_cny: "1.00000000" });
    expect(rows[1]).toMatchObject({ is_base: false, digits: 0, symbol: "¥", rate_source: "manual" });
  });
});

describe("districts", () => {
  const countOf = async (code: string, level: number) => {
    const [row] = await db
      .select({ n: count() })
      .from(district)
      .where(and(eq(district.country_code, code), eq(district.level, level)));
    return row?.n;
  };

  it("has Japan and China complete", async () => {
    expect(await countOf("JP", 1)).toBe(47);
    expect(await countOf("JP", 2)).toBe(1892);
    expect(await countOf("JP", 3)).toBeGreaterThanOrEqual(60);
    expect(await countOf("CN", 1)).toBe(31);
    expect((await countOf("CN", 2)) ?? 0).toBe(342);
    expect((await countOf("CN", 3)) ?? 0).toBe(3056);
  });

  it("names Japanese places in Chinese, beside the local name", async () => {
    const rows = await db.select().from(district).where(eq(district.country_code, "JP"));
    const byCode = new Map(rows.map((row) => [row.code, row]));
    expect(byCode.get("13103")).toMatchObject({ name_zh: "港区", path: "/jp/13/13103", initial: "G" });
    expect(byCode.get("14103")).toMatchObject({ name_zh: "横滨市西区", name_local: "横浜市西区" });
    expect(byCode.get("08220")).toMatchObject({ name_zh: "筑波市", name_local: "つくば市" });
    expect(rows.filter((row) => /[ぁ-んァ-ヶ]/.test(row.name_zh))).toEqual([]);
  });

  it("hangs every district below one of its country, and paths carry no underscore", async () => {
    const wrong = await db.execute(sql`select c.code from district c left join district p on p.id = c.parent_id
      where (c.level = 1) <> (c.parent_id is null) or p.level <> c.level - 1 or p.country_code <> c.country_code
        or c.path not like coalesce(p.path, '/' || lower(c.country_code)) || '/%' or c.path like '%\\_%'`);
    expect(wrong.rows).toEqual([]);
  });
});

describe("a second run", () => {
  it("gives districts of an older database the text by which they are found", async () => {
    const where = and(eq(district.country_code, "CN"), eq(district.name_zh, "乐清市"));
    await db.update(district).set({ search_text: "" }).where(where);
    await again();
    const [row] = await db.select().from(district).where(where);
    expect(row?.search_text.split("\n")).toEqual(["", "乐清市", row?.code, "yqs", "yueqingshi"]);
  });

  const snapshot = async () => {
    const counts = await Promise.all(
      baselineTables.map(async (name) => {
        const { rows } = await db.execute(
          sql`select count(*)::int as n, max(updated_at)::text as last from ${sql.identifier(name)}`,
        );
        return [name, rows[0]];
      }),
    );
    return Object.fromEntries(counts);
  };

  it("changes nothing, whether it finds its mark or has to look at every row", async () => {
    await again();
    const before = await snapshot();
    await writeBaseline(db);
    await again();
    expect(await snapshot()).toEqual(before);
  });

  it("keeps what operators have edited, and brings back only what is absent", async () => {
    const source = and(eq(option.scene, "customer_source"), eq(option.value, "phone"));
    const tag = and(eq(option.scene, "customer_tag"), eq(option.value, "urgent"));
    const [edited] = await db.update(option).set({ label: "来电咨询" }).where(source).returning();
    await db.delete(option).where(tag);
    await again();
    expect(await db.select().from(option).where(source)).toMatchObject([{ id: edited?.id, label: "来电咨询" }]);
    expect(await db.select().from(option).where(tag)).toHaveLength(1);
    await db.update(option).set({ label: "来电" }).where(source);
  });
});
