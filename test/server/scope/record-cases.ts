import { blacklist } from "~/contract/customer/blacklist";
import { customerUser } from "~/contract/customer/customer-user";
import { unregister } from "~/contract/customer/unregister";
import type { Endpoint, LooseInput } from "~/contract/endpoint";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { checkKeys, estateAudit } from "~/contract/house/estate-audit";
import { mansion } from "~/contract/house/mansion";
import { mansionApplication } from "~/contract/house/mansion-application";
import { match } from "~/contract/house/match";
import { room } from "~/contract/house/room";
import { unit, unitImport } from "~/contract/house/unit";
import { tracker } from "~/contract/inquiry/tracker";
import { country } from "~/contract/region/country";
import { currency } from "~/contract/region/currency";
import { district } from "~/contract/region/district";
import { appVersion } from "~/contract/system/app-version";
import { broker } from "~/contract/system/broker";
import { optionEntry } from "~/contract/system/option-entry";
import { record } from "~/contract/system/record";
import { role } from "~/contract/system/role";
import { staff } from "~/contract/system/staff";
import { team } from "~/contract/system/team";
import { webhook } from "~/contract/system/webhook";
import { estateFacts } from "~/test/support/estate";
import { type Asked, among, at, type Case } from "./prove";
import type { Relation } from "./relations";

const present: Relation = { state: "present", owner: "nobody" };
/** The record as it reads, sent back. */
const same = (get: Endpoint, of: string, more: object = {}) =>
  at(async ({ caller, world, read }) => {
    const known = await world.row("record", caller, present, of);
    return { ...Object(await read(get, { id: known })), ...more };
  });

/** With another record, of which any will do. */
const withAny =
  (name: string, input: (known: number | string, asked: Asked) => LooseInput | Promise<LooseInput>) =>
  async (asked: Asked): Promise<LooseInput> =>
    input(await asked.world.row("record", asked.caller, present, name), asked);

type Row = [endpoint: Endpoint, code: Case["code"], input?: Case["input"]];
/** Endpoints of a record without an owner, by its number. */
const of = (name: string, kind: Case["kind"], rows: Row[]): Case[] =>
  rows.map(([endpoint, code, input = at()]) => ({
    ...{ endpoint, name: "id", code, kind, of: name, family: "record", input },
  }));

const [view, edit] = ["house:estate:view", "house:estate:edit"] as const;
const roomFacts = { name: "A1", layout: "2LDK", area_sqm: 62.5, price_min: "59800000", price_max: "72000000" };
const inEstate =
  (name: string) =>
  ({ id, world }: Asked) => ({ params: { id: world.estate.id, [name]: id } });
const flat = ({ world }: Asked) => ({
  ...{ building: "B座", floor: 3, stack: "01", unit_no: "301", room_id: world.room.id },
  ...{ list_price: null, area_sqm: null, direction: null, version: 1 },
});

/** An import of the caller's own into that estate. */
const ofImport = async ({ id, caller, world }: Asked) => ({
  params: { id, import_id: await world.row("importTask", caller, { state: "present", owner: "own" }, `unit:${id}`) },
});
const withPlan = (input: (asked: Asked) => object | Promise<object>) => async (asked: Asked) => ({
  ...(await input(asked)),
  body: {
    ...roomFacts,
    floor_plan_id: await asked.world.row("shownFile", asked.caller, { state: "public", owner: "own" }, "album"),
  },
});

const shot = (media_id: number | string) => ({
  media_id,
  category: "exterior",
  caption: null,
  sort: 0,
  is_cover: true,
});
const picture = (endpoint: Endpoint, name: string, code: Case["code"], input: Case["input"]): Case => ({
  ...{ endpoint, name, code, kind: "albumFile", family: "file: pictured", input },
});
/** A record that a field of another names. */
const naming = (
  ofName: string,
  kind: Case["kind"],
  rows: [endpoint: Endpoint, name: string, code: Case["code"], input: Case["input"]][],
): Case[] =>
  rows.map(([endpoint, name, code, input]) => ({
    ...{ endpoint, name, code, kind, of: ofName, family: "record: named", input },
  }));

/** With a customer that the caller surely reaches, if any. */
const withOwn: Pick<Case, "input" | "isMoot"> = {
  input: async ({ id, caller, world }) => ({
    params: { id },
    body: { customer_id: await world.row("customer", caller, { state: "owned", owner: "own" }, "unit") },
  }),
  isMoot: ({ caller }) => caller.scope("customer") === "none",
};
const unitIs = (endpoint: Endpoint, family: Case["family"], more: Pick<Case, "input" | "isMoot">): Case => ({
  ...{ endpoint, name: "id", code: "deal:deal:create", kind: "unit", family },
  ...more,
});
/** A unit that somebody of no team holds, or nobody. */
const anyUnit = ({ caller, world }: Asked, state: "held" | "available") =>
  world.row("unit", caller, { state, owner: state === "held" ? "noTeam" : "nobody" });

const houseCases: Case[] = [
  ...of("estate", "softRecord", [
    [estate.get, view],
    [estate.similar, view],
    [estateAudit.history, view],
    [unit.board, view],
    [unit.export, view],
    [room.list, view],
    [album.ofEstate, view],
    [match.customers, "customer:info:view"],
    [estate.submit, edit],
    [estate.withdraw, edit],
    [
      estate.update,
      edit,
      at(({ world }) => ({ ...estateFacts(world.estate.district_id), name: "云汀新名", version: 1 })),
    ],
    [estate.remove, edit],
    [estate.flag, edit, at({ is_hot: true, is_recommend: false, sort: 1 })],
    [estate.publish, "house:estate:publish"],
    [estate.unpublish, "house:estate:publish", at({ reason: "暂停销售" })],
    [unit.create, edit, at(flat)],
    [room.create, edit, withPlan(at())],
    [album.replaceOfEstate, edit, at({ version: "empty", items: [] })],
    [unitImport.template, edit],
    [unitImport.start, edit],
    [unitImport.recent, edit],
    ...[unitImport.get, unitImport.errors].map((endpoint): Row => [endpoint, edit, ofImport]),
  ]),
  ...[unitImport.get, unitImport.errors].map(
    (endpoint): Case => ({
      ...{ endpoint, name: "import_id", code: edit, kind: "importTask", family: "import: own", of: "unit" },
      input: ({ id, world }) => ({ params: { id: world.estate.id, import_id: id } }),
    }),
  ),
  ...[unit.create, unit.update].map(
    (endpoint): Case => ({
      ...{ endpoint, name: "room_id", code: edit, kind: "partRecord", of: "room", family: "room: of the estate" },
      input: withAny("unit", (known, asked) => ({
        params: { id: endpoint === unit.create ? asked.world.estate.id : known },
        body: { ...flat(asked), unit_no: "309", room_id: asked.id },
      })),
    }),
  ),
  ...([room.update, room.remove] as const).map(
    (endpoint): Case => ({
      ...{ endpoint, name: "room_id", code: edit, kind: "partRecord", of: "room", family: "record" },
      input: withPlan(inEstate("room_id")),
    }),
  ),
  // The estate of the address is another than the room's.
  ...([room.update, room.remove] as const).map(
    (endpoint): Case => ({
      ...{ endpoint, name: "id", code: edit, kind: "softRecord", of: "estate", family: "file: signed" },
      input: withPlan(({ id, world }) => ({ params: { id, room_id: world.room.id } })),
    }),
  ),
  ...([room.create, room.update] as const).map((endpoint) =>
    picture(endpoint, "floor_plan_id", edit, ({ id, world }) => ({
      params: { id: world.estate.id, room_id: world.room.id },
      body: { ...roomFacts, floor_plan_id: id },
    })),
  ),
  picture(album.replaceOfEstate, "media_id", edit, async ({ id, world, read }) => ({
    params: { id: world.estate.id },
    body: { version: (await read(album.ofEstate, { id: world.estate.id })).version, items: [shot(id)] },
  })),
  picture(
    album.replaceOfMansion,
    "media_id",
    "house:mansion:edit",
    withAny("mansion", (id, asked) => ({ params: { id }, body: { version: "empty", items: [shot(asked.id)] } })),
  ),
  ...of("unit", "record", [
    [unit.update, edit, at(flat)],
    [unit.remove, edit],
    [unit.log, view],
    [unit.quote, view],
  ]),
  unitIs(unit.hold, "unit: hold", { input: at({ hours: null }) }),
  unitIs(unit.release, "unit: release", { input: at() }),
  unitIs(unit.join, "unit: queue", withOwn),
  unitIs(unit.leave, "unit: leave", withOwn),
  ...[
    { endpoint: unit.priceBatch, body: { percent: 1 } },
    { endpoint: unit.statusBatch, body: { status: "off" } },
  ].map(
    ({ endpoint, body }): Case => ({
      ...{ endpoint, name: "ids", code: edit, kind: "record", of: "unit", family: "record" },
      input: ({ id, world }) => ({ params: { id: world.estate.id }, body: { ...body, ids: [id] } }),
    }),
  ),
  ...([unit.hold, unit.join] as const).map(
    (endpoint): Case => ({
      ...{ endpoint, name: "customer_id", code: "deal:deal:create", kind: "customer", family: "unit: customer" },
      input: async (asked) => ({
        params: { id: await anyUnit(asked, endpoint === unit.hold ? "available" : "held") },
        body: { hours: null, customer_id: asked.id },
      }),
    }),
  ),
  ...of("audit", "record", [[estateAudit.get, "house:estate:audit"]]),
  ...[
    { endpoint: estateAudit.approve, body: { check_items: checkKeys.map((key) => ({ key, pass: true, note: null })) } },
    { endpoint: estateAudit.reject, body: { reject_reason: "price_error", note: "总价与价目不符" } },
  ].map(
    ({ endpoint, body }): Case => ({
      ...{ endpoint, name: "id", code: "house:estate:audit", kind: "estateAudit", family: "estate audit: decide" },
      input: at({ note: null, version: 1, ...body }),
    }),
  ),
  ...of("mansion", "softRecord", [
    [mansion.get, "house:mansion:view"],
    [album.ofMansion, "house:mansion:view"],
    [mansion.update, "house:mansion:edit", same(mansion.get, "mansion", { version: 1 })],
    [mansion.remove, "house:mansion:edit"],
    [mansion.enable, "house:mansion:edit"],
    [mansion.disable, "house:mansion:edit"],
    [mansion.merge, "house:mansion:edit", withAny("mansion", (into_id, asked) => at({ into_id, version: 1 })(asked))],
    [album.replaceOfMansion, "house:mansion:edit", at({ version: "empty", items: [] })],
  ]),
  ...naming("mansion", "softRecord", [
    [
      ...([mansion.merge, "into_id", "house:mansion:edit"] as const),
      withAny("mansion", (id, asked) => ({ params: { id }, body: { into_id: asked.id, version: 1 } })),
    ],
    [
      ...([mansionApplication.merge, "mansion_id", "house:mansion:apply_confirm"] as const),
      withAny("application", (id, asked) => ({ params: { id }, body: { mansion_id: asked.id } })),
    ],
  ]),
  ...of("application", "record", [
    [mansionApplication.get, "house:mansion:apply_confirm"],
    [mansionApplication.apply, "house:mansion:apply_confirm", at({ fields: [] })],
    [mansionApplication.reject, "house:mansion:apply_confirm", at({ reason: "资料不全" })],
    [
      mansionApplication.create,
      "house:mansion:apply_confirm",
      same(mansion.get, "mansion", { lat: 35.6, lng: 139.7, name: "申请楼栋" }),
    ],
    [
      mansionApplication.merge,
      "house:mansion:apply_confirm",
      withAny("mansion", (mansion_id, asked) => at({ mansion_id })(asked)),
    ],
  ]),
];

const rights = { data_scope: "self", scope_overrides: {}, permissions: [], status: "enabled", remark: null };
const manage = "system:user:manage";
const settings = "system:setting:manage";
const regions = "geo:region:manage";
const money = ["geo:currency:manage", "geo:currency:rate"] as const;
const systemCases: Case[] = [
  ...of("staff", "softRecord", [
    [staff.get, manage],
    [staff.update, manage, same(staff.get, "staff", { role_ids: [1], team_id: 1, version: 1 })],
    [staff.remove, manage],
    [staff.enable, manage],
    [staff.disable, manage],
    [staff.kick, manage],
    [staff.resetPassword, manage, at({ password: null })],
    [staff.handoverPreview, manage],
    [staff.handover, manage, at({ to: "pool", target_user_id: null })],
  ]).map(
    // Resetting a password needs all roles of its user: a caller without any scope holds none.
    (one): Case =>
      one.endpoint === staff.resetPassword ? { ...one, isMoot: ({ caller }) => caller.scope("staff") === "none" } : one,
  ),
  ...of("staff", "softRecord", [
    [staff.moveTeam, manage, withAny("team", (team_id, asked) => among({ team_id })(asked))],
  ]).map((one): Case => ({ ...one, name: "ids" })),
  ...naming("staff", "softRecord", [
    [
      ...([staff.handover, "target_user_id", manage] as const),
      withAny("staff", (id, asked) => ({ params: { id }, body: { to: "user", target_user_id: asked.id } })),
    ],
  ]),
  ...naming("team", "record", [
    [
      ...([staff.moveTeam, "team_id", manage] as const),
      withAny("staff", (id, asked) => ({ body: { team_id: asked.id, ids: [id] } })),
    ],
  ]),
  ...of("team", "record", [
    [team.get, manage],
    [
      team.update,
      manage,
      at({ name: "新名", parent_id: null, leader_id: null, sort: 1, status: "enabled", version: 1 }),
    ],
    [team.remove, manage],
  ]),
  ...of("role", "record", [
    [role.get, "system:role:manage"],
    [role.update, "system:role:manage", at({ ...rights, name: "新角色", version: 1 })],
    [role.remove, "system:role:manage"],
    [role.copy, "system:role:manage", at({ name: "另一个", code: "another_one" })],
  ]),
  ...of("broker", "softRecord", [
    [broker.get, "system:broker:manage"],
    [
      broker.update,
      "system:broker:manage",
      same(broker.get, "broker", { version: 1, phone: "13800000000", avatar_id: null }),
    ],
    [broker.remove, "system:broker:manage"],
    [broker.enable, "system:broker:manage"],
    [broker.disable, "system:broker:manage"],
  ]),
  ...of("tracker", "softRecord", [
    [tracker.get, "inquiry:tracker:view"],
    [tracker.stats, "inquiry:tracker:view"],
    [tracker.qrcode, "inquiry:tracker:view"],
    [tracker.update, "inquiry:tracker:manage", same(tracker.get, "tracker", { version: 1 })],
    [tracker.remove, "inquiry:tracker:manage"],
    [tracker.enable, "inquiry:tracker:manage"],
    [tracker.disable, "inquiry:tracker:manage"],
  ]),
  ...of("tracker", "softRecord", [[tracker.disableBatch, "inquiry:tracker:manage", among()]]).map(
    (one): Case => ({ ...one, name: "ids" }),
  ),
  ...of("version", "record", [
    [appVersion.get, "system:version:manage"],
    [
      appVersion.update,
      "system:version:manage",
      same(appVersion.get, "version", { store_url: "https://apps.apple.com/app/id1" }),
    ],
    [appVersion.remove, "system:version:manage"],
    [appVersion.release, "system:version:manage"],
    [appVersion.withdraw, "system:version:manage"],
  ]),
  ...of("webhook", "record", [
    [webhook.get, settings],
    [
      webhook.update,
      settings,
      at({ name: "销售群", url: null, secret: null, events: ["customer.assigned"], version: 1 }),
    ],
    [webhook.remove, settings],
    [webhook.enable, settings],
    [webhook.disable, settings],
    [webhook.logs, settings],
    [webhook.test, settings],
  ]),
  ...of("option", "record", [
    [optionEntry.get, settings],
    [optionEntry.update, settings, same(optionEntry.get, "option")],
    [optionEntry.remove, settings],
  ]),
  ...of("line", "record", [[record.get, "system:record:view"]]),
  ...of("country", "record", [
    [country.get, regions],
    [country.usage, regions],
    [country.update, regions, same(country.get, "country")],
    [country.remove, regions],
    [country.open, regions],
    [country.close, regions],
  ]),
  ...of("currency", "record", [
    [currency.history, money],
    [
      currency.update,
      "geo:currency:manage",
      at({ name_zh: "日元", symbol: "円", digits: 0, rate_source: "manual", is_common: true, sort: 1, version: 1 }),
    ],
    [currency.setRate, money, at({ rate: "0.05", confirm: true, version: 1 })],
    [currency.remove, "geo:currency:manage"],
    [currency.enable, "geo:currency:manage"],
    [currency.disable, "geo:currency:manage"],
  ]),
  ...of("district", "record", [
    [district.get, regions],
    [district.update, regions, same(district.get, "district")],
    [district.remove, regions],
    [district.enable, regions, at({ with_below: false })],
    [district.disable, regions],
  ]),
];

const accounts: Case[] = [
  ...of("customerUser", "record", [
    [customerUser.get, "customer:user:view"],
    [customerUser.disable, "customer:user:disable", at({ reason: "违规使用" })],
    [customerUser.enable, "customer:user:disable", at({ reason: null })],
  ]),
  ...of("blacklist", "record", [
    [blacklist.get, "customer:blacklist:view"],
    [blacklist.update, "customer:blacklist:manage", at({ reason: "harassment", evidence_ids: [] })],
    [blacklist.remove, "customer:blacklist:manage", at({ reason: "误加入" })],
  ]),
  ...of("unregister", "record", [
    [unregister.approve, "customer:unregister:audit", at({ action: "approve", reason: null })],
    [unregister.reject, "customer:unregister:audit", at({ action: "reject", reason: "资料不符" })],
  ]),
];

/** Records without owners: for callers with the code, and only records that exist. */
export const cases: Case[] = [...accounts, ...houseCases, ...systemCases];
