import { type BlacklistType, blacklistTypes } from "~/contract/customer/blacklist";
import { customerUserStatuses } from "~/contract/customer/customer-user";
import { options } from "~/server/database/baseline/options";
import type { blacklist, unregisterRequest } from "~/server/database/tables/customer/audience";
import type { requirementAnnex } from "~/server/database/tables/customer/customer";
import { shownValue } from "~/server/resources/customer/blacklist/value";
import type { Calendar } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Act } from "../system/logs";
import type { Staff } from "../system/staff";
import type { Requirement } from "./requirements";
import type { Transfer } from "./transfers";
import type { SiteUser } from "./users";

interface Area {
  users: readonly SiteUser[];
  requirements: readonly Requirement[];
  annexes: readonly (typeof requirementAnnex.$inferInsert)[];
  transfers: readonly Transfer[];
  blacklist: readonly (typeof blacklist.$inferInsert)[];
  unregisters: readonly (typeof unregisterRequest.$inferInsert)[];
}

/** The lines that requirements, transfer requests, registered users and the blacklist would have left, in the words of the acts themselves. */
export function areaActs(random: Random, calendar: Calendar, staff: readonly Staff[], area: Area): Act[] {
  const service = staff.filter((person) => person.status === "enabled" && person.roles.includes("customer_service"));
  const byId = new Map(area.users.map((user) => [user.id, user]));
  return [
    ...area.requirements.flatMap(requirementActs),
    ...area.annexes.flatMap((annex, index) => annexActs(annex, index + 1, area.requirements)),
    ...area.transfers.flatMap(transferActs),
    ...area.users.flatMap((user) => (user.status === "disabled" ? [disableAct(user, random.pick(service).id)] : [])),
    ...area.blacklist.flatMap((entry, index) => blacklistActs(entry, index + 1, byId)),
    ...area.unregisters.flatMap((request, index) => unregisterActs(request, index + 1, byId)),
    ...sheetActs(random, calendar, staff, area.users.length),
  ];
}

function requirementActs({ id, no, person, at, by, row }: Requirement): Act[] {
  const line = (verb: string, action: "create" | "update") => ({
    module: "customer",
    action,
    summary: `${verb}需求${no}（${person.no}）`,
    target_type: "requirement",
    target_id: id,
    target_name: person.profile.name,
  });
  const created = row.created_by ? [{ by, at, line: line("新增", "create") }] : [];
  const closed = row.status === "closed" ? [{ by, at: momentOf(row.updated_at), line: line("关闭", "update") }] : [];
  return [...created, ...closed];
}

type Annex = typeof requirementAnnex.$inferInsert;

function annexActs(annex: Annex, id: number, requirements: readonly Requirement[]): Act[] {
  // A visa's papers leave theirs with their case.
  const about = annex.requirement_id ? requirements[annex.requirement_id - 1] : undefined;
  if (!about) return [];
  const line = (verb: string, action: "create" | "update") => ({
    module: "customer",
    action,
    summary: `${verb}附件${annex.name}（${about.no}）`,
    target_type: "requirement_annex",
    target_id: id,
    target_name: annex.name,
  });
  const added: Act = { by: annex.created_by ?? null, at: momentOf(annex.created_at), line: line("新增", "create") };
  return annex.verified_at
    ? [added, { by: annex.verified_by ?? null, at: momentOf(annex.verified_at), line: line("核验", "update") }]
    : [added];
}

function transferActs({ person, applicant, status, reason, at, handler, handledAt, rejectReason }: Transfer): Act[] {
  const target = {
    module: "customer",
    target_type: "customer",
    target_id: person.id,
    target_name: person.profile.name,
  };
  const asked: Act = {
    by: applicant,
    at,
    line: { ...target, action: "update", summary: `申请转移客户${person.no}`, reason },
  };
  if (handledAt === null) return [asked];
  if (status === "rejected") {
    const summary = `驳回客户${person.no}的转移申请`;
    return [asked, { by: handler, at: handledAt, line: { ...target, action: "audit", summary, reason: rejectReason } }];
  }
  // An approved one left the line of the transfer itself.
  const summary = `撤回客户${person.no}的转移申请`;
  return status === "cancelled"
    ? [asked, { by: applicant, at: handledAt, line: { ...target, action: "update", summary } }]
    : [asked];
}

const nameOf = (user: SiteUser) => user.nickname ?? user.no;

function disableAct(user: SiteUser, by: number): Act {
  return {
    by,
    at: user.endedAt ?? user.registeredAt,
    line: {
      module: "customer",
      action: "update",
      summary: `禁用注册用户${user.no}`,
      target_type: "customer_user",
      target_id: user.id,
      target_name: nameOf(user),
      reason: user.statusReason,
      changes: [
        { field: "status", label: "状态", before: customerUserStatuses.normal, after: customerUserStatuses.disabled },
      ],
    },
  };
}

function blacklistActs(entry: typeof blacklist.$inferInsert, id: number, users: ReadonlyMap<number, SiteUser>): Act[] {
  const no = users.get(entry.customer_user_id ?? 0)?.no ?? null;
  // The maker of the entries knows its own types.
  const name = `${blacklistTypes[entry.type as BlacklistType]} ${shownValue(entry.type, entry.value, no)}`;
  const target = { module: "customer", target_type: "blacklist", target_id: id, target_name: name };
  const added: Act = {
    by: entry.created_by ?? null,
    at: momentOf(entry.created_at),
    line: {
      ...target,
      action: "create",
      summary: `加入黑名单：${name}`,
      reason: options.blacklist_reason[entry.reason] ?? entry.reason,
    },
  };
  if (!entry.removed_at) return [added];
  const removed: Act = {
    by: entry.removed_by ?? null,
    at: momentOf(entry.removed_at),
    line: { ...target, action: "delete", summary: `移出黑名单：${name}`, reason: entry.removed_reason },
  };
  return [added, removed];
}

function unregisterActs(
  request: typeof unregisterRequest.$inferInsert,
  id: number,
  users: ReadonlyMap<number, SiteUser>,
): Act[] {
  const about = `注销申请${request.request_no}`;
  const no = users.get(request.customer_user_id)?.no ?? "";
  const target = {
    module: "customer",
    target_type: "unregister_request",
    target_id: id,
    target_name: request.request_no,
  };
  const reviewed: Act[] = request.reviewed_at
    ? [
        {
          by: request.reviewer_id ?? null,
          at: momentOf(request.reviewed_at),
          line: {
            ...target,
            action: "audit",
            summary: `${request.status === "rejected" ? "驳回" : "通过"}${about}（${no}）`,
            reason: request.reject_reason,
          },
        },
      ]
    : [];
  if (!request.completed_at) return reviewed;
  const done = { ...target, action: "destroy", summary: `${about}已执行（${no}）` };
  return [...reviewed, { by: null, at: momentOf(request.completed_at), line: done }];
}

/** Lists that were taken out, each with its reason. */
function sheetActs(random: Random, calendar: Calendar, staff: readonly Staff[], users: number): Act[] {
  const managers = staff.filter((person) => person.status === "enabled" && person.roles.includes("sales_manager"));
  const reasons = Object.values(options.export_reason);
  return Array.from({ length: Math.max(3, Math.round(users / 60)) }, () => ({
    by: random.pick(managers).id,
    at: calendar.working(random.whole(calendar.latest, 120)),
    line: {
      module: "customer",
      action: "export",
      summary: `${random.pick(["导出客户", "导出公海客户", "导出跟进记录"])}${random.whole(12, 420)}条`,
      reason: random.pick(reasons),
    },
  }));
}

const momentOf = (instant: string | undefined | null) => Date.parse(instant ?? "");
