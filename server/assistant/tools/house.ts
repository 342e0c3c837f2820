import { z } from "zod";
import { estate } from "~/contract/house/estate";
import { match } from "~/contract/house/match";
import { unit, unitStatuses } from "~/contract/house/unit";
import { share } from "~/contract/share/share";
import { linked, linkOf, mostRows, pageOf } from "../answer";
import { type Tool, tool } from "../tool";

/** Of a board, which may have hundreds of units, those that a model asks about. */
const boardFilter = {
  status: z.enum(Object.keys(unitStatuses) as [keyof typeof unitStatuses]).optional(),
  unit_no: z.string().max(20).optional().meta({ label: "房号" }),
};
const BoardFilter = z.object(boardFilter).catch({});

export const houseTools: readonly Tool[] = [
  tool(estate.list, {
    name: "find_estates",
    title: "查找房源",
    tells: [
      "查找楼盘/房源，可按国家、区域、价格（currency 不填为人民币）、户型、面积、回报率、竣工时间等筛选。",
      "Find estates for sale by place, price, layout, area, yield and completion.",
    ],
    takes: [
      ...([
        "keyword",
        "country",
        "district_id",
        "property_type",
        "layout",
        "price_min",
        "price_max",
        "currency",
      ] as const),
      ...([
        "area_min",
        "area_max",
        "yield_min",
        "completion_min",
        "completion_max",
        "walk_max",
        "sale_status",
      ] as const),
      ...(["is_hot", "is_recommend", "has_units", "sort", "page"] as const),
    ],
    answer: pageOf("estate"),
  }),
  tool(estate.get, {
    name: "read_estate",
    title: "查看房源",
    tells: ["按 id 查看一个房源的全部资料。", "Read one estate."],
    answer: (record) => ({ ...record, link: linkOf.estate(record.id) }),
  }),
  tool(match.estates, {
    name: "match_estates",
    title: "为需求匹配房源",
    tells: [
      "按购房需求（id 为需求编号，见 find_requirements）匹配在售房源，附分数和理由。",
      "Match estates to a requirement, with scores and reasons.",
    ],
    takes: ["limit"],
    answer: (list) => list.map((one) => ({ ...one, link: linkOf.estate(one.estate.id) })),
  }),
  tool(match.customers, {
    name: "match_customers",
    title: "为房源匹配客户",
    tells: ["为一个房源（id 为房源编号）找出合适的客户，附分数和理由。", "Match customers to an estate."],
    takes: ["limit"],
    answer: (list) => list.map((one) => ({ ...one, link: linkOf.customer(one.customer.id) })),
  }),
  tool(unit.board, {
    name: "read_units",
    title: "查看销控",
    tells: [
      "查看一个房源（id 为房源编号）的销控：各状态套数，以及一栋楼里的房号，可按状态、房号筛选，最多20条。",
      "Read the units of an estate: how many of each state, and those of one building, at most twenty.",
    ],
    takes: ["building"],
    more: boardFilter,
    answer({ units, summary, buildings, building, currency, rooms, hold_hours }, _, given) {
      const { status, unit_no } = BoardFilter.parse(given);
      const found = units.filter(
        (one) => (!status || one.status === status) && (!unit_no || one.unit_no.includes(unit_no)),
      );
      const link = `${linkOf.estate(Number(given.id))}#board`;
      return { summary, buildings, building, currency, rooms, hold_hours, units: found, link };
    },
  }),
  tool(unit.hold, {
    name: "hold_unit",
    title: "锁定房号",
    tells: [
      "为客户锁定一个可售房号（id 为房号的编号，见 read_units），到时自动释放。",
      "Hold a unit that is for sale, for a customer, for some hours.",
    ],
    takes: ["hours", "customer_id"],
  }),
  tool(unit.release, {
    name: "release_unit",
    title: "释放房号",
    tells: ["释放一个已锁定的房号；先询问再执行。", "Release a unit that is held; the person is asked first."],
    isDestructive: true,
    question: async (_, { id }) => `确定释放房号（id ${Number(id)}）吗？释放后其他人可以锁定，排队的人会接上。`,
  }),
  tool(unit.quote, {
    name: "draft_quotation",
    title: "报价单草稿",
    tells: [
      "算出一个房号（id 为房号的编号）的报价与购房成本。这只是草稿：什么也不会发出，请把 link 交给用户，由本人在工作台确认后发送。",
      "Draft a quotation. Nothing is sent or kept: give the person the link; they confirm it in the desk.",
    ],
    takes: ["currency", "customer_id"],
    answer: (quote) => ({
      is_draft: true,
      ...quote,
      link: `${linkOf.estate(quote.estate.id)}&quote=${quote.unit.id}${quote.customer ? `&customer=${quote.customer.id}` : ""}`,
    }),
  }),
  tool(share.preview, {
    name: "draft_share",
    title: "分享草稿",
    tells: [
      "写出发给客户的房源介绍文字（kind=estate 一个，estates 多个，compare 对比，quote 报价单）。这只是草稿：不会生成链接，由本人在工作台打开 link 确认后分享。",
      "Draft what a client would read of estates. Nothing is shared: the person confirms it in the desk.",
    ],
    takes: ["kind", "language", "currency", "unit_id", "estate_ids", "note"],
    answer: ({ text, link_blocked }, _, { estate_ids }) => {
      const ids = Array.isArray(estate_ids) ? estate_ids.map(Number).slice(0, mostRows) : [];
      const estates = linked(
        "estate",
        ids.map((id) => ({ id })),
      );
      return { is_draft: true, text, link_blocked, estates, link: "/house/estate-list" };
    },
  }),
];
