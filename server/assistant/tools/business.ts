import { agent } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";
import { deal } from "~/contract/deal/deal";
import { inquiry } from "~/contract/inquiry/inquiry";
import { linkOf, pageOf } from "../answer";
import { type Tool, tool } from "../tool";

export const businessTools: readonly Tool[] = [
  tool(clue.list, {
    name: "find_leads",
    title: "查找报备",
    tells: ["查找代理报备，可按状态、代理、楼盘、撞单、即将失效等筛选。", "Find leads that agents reported."],
    takes: [
      ...(["keyword", "view", "agent_id", "estate_id", "customer_id", "handler_id", "collided", "overdue"] as const),
      ...(["expiring", "created_from", "created_to", "reviewed_from", "reviewed_to", "visited_from"] as const),
      ...(["visited_to", "sort", "page"] as const),
    ],
    answer: pageOf("clue"),
  }),
  tool(clue.get, {
    name: "read_lead",
    title: "查看报备",
    tells: ["按 id 查看一条报备及其记录。", "Read one lead with its history."],
    also: [clue.logs],
    async answer(record, ask) {
      const history = await ask(clue.logs, { params: { id: record.id } });
      return { ...record, history, link: linkOf.clue(record.id) };
    },
  }),
  tool(clue.create, {
    name: "report_lead",
    title: "代录报备",
    tells: [
      "替代理录入一条报备（楼盘、客户姓名、手机号）；与已有报备撞单时先询问再提交。",
      "Report a lead for an agent; where it collides with another, the person is asked first.",
    ],
    takes: [
      ...(["agent_id", "account_id", "estate_id", "customer_name", "gender", "phone_cc", "phone", "layout"] as const),
      ...(["budget_min", "budget_max", "budget_currency", "purpose", "note", "expected_visit_at"] as const),
    ],
    also: [clue.check],
    async question(ask, { agent_id, estate_id, phone_cc, phone }) {
      const { collision } = await ask(clue.check, { body: { agent_id, estate_id, phone_cc, phone } });
      return collision ? `${collision.text}。仍要提交这条报备吗？` : undefined;
    },
    answer: (made) => ({ ...made, link: linkOf.clue(made.id) }),
  }),
  tool(agent.list, {
    name: "find_agents",
    title: "查找代理",
    tells: ["查找合作代理，报备要用代理的 id。", "Find agents; a lead names its agent by id."],
    takes: ["keyword", "sort", "page"],
    answer: pageOf("agent"),
  }),
  tool(inquiry.list, {
    name: "find_inquiries",
    title: "查找询盘",
    tells: [
      "查找网站、App、聊天等渠道来的询盘；view=mine 为我的，pending 为待分配，overdue 为超时未响应。",
      "Find inquiries of sites, apps and chats.",
    ],
    takes: [
      ...([
        "keyword",
        "kind",
        "status",
        "view",
        "assignee_id",
        "platform",
        "responded",
        "estate_id",
        "country",
      ] as const),
      ...(["customer_id", "created_from", "created_to", "sort", "page"] as const),
    ],
    answer: pageOf("inquiry"),
  }),
  tool(inquiry.get, {
    name: "read_inquiry",
    title: "查看询盘",
    tells: ["按 id 查看一条询盘及其记录。", "Read one inquiry with its history."],
    also: [inquiry.logs],
    async answer(record, ask) {
      const history = await ask(inquiry.logs, { params: { id: record.id } });
      return { ...record, history, link: linkOf.inquiry(record.id) };
    },
  }),
  tool(inquiry.contacted, {
    name: "write_inquiry_contact",
    title: "标记询盘已联系",
    tells: [
      "把一条询盘标记为已联系，可附联系方式、内容和下次跟进时间。只写用户说过的事。",
      "Mark an inquiry as contacted, with what was said.",
    ],
    takes: ["type", "result", "content", "next_at"],
    fixed: { body: { action: "contacted" } },
    answer: (record) => ({ ...record, link: linkOf.inquiry(record.id) }),
  }),
  tool(deal.list, {
    name: "find_deals",
    title: "查找成交",
    tells: ["查找成交，可按状态、楼盘、成交人、日期筛选。", "Find deals."],
    takes: [
      ...(["keyword", "status", "estate_id", "owner_id", "agent_id", "customer_id", "subscribed_from"] as const),
      ...(["subscribed_to", "contracted_from", "contracted_to", "reviewable", "sort", "page"] as const),
    ],
    answer: pageOf("deal"),
  }),
  tool(deal.get, {
    name: "read_deal",
    title: "查看成交",
    tells: ["按 id 查看一笔成交。", "Read one deal."],
    answer: (record) => ({ ...record, link: linkOf.deal(record.id) }),
  }),
];
