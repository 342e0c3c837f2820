import { createHash } from "node:crypto";
import { adminCode } from "~/contract/system/role";
import type { RoleRule } from "~/contract/system/setting";
import type { SyncProposal } from "~/contract/system/wecom-sync";
import type { team, user } from "~/server/database/tables/system/system";
import { type Phone, readPhone } from "~/server/lib/phone";
import { keyOf, tidyText } from "~/server/lib/text";
import type { Department, Member, Remote } from "./remote";
import { freeName, type Tree, treeOf } from "./tree";

type TeamRecord = typeof team.$inferSelect;
export type Person = Pick<
  typeof user.$inferSelect,
  "id" | "name" | "email" | "phone_e164" | "team_id" | "status" | "wecom_userid" | "wecom_corp_id" | "wecom_role_ids"
> & { roles: { id: number; code: string }[] };

/** What is here. */
export interface Local {
  teams: readonly TeamRecord[];
  people: readonly Person[];
  /** Members who are not the account with the same number or address. */
  apart: ReadonlySet<string>;
  rules: readonly RoleRule[];
  /** The roles that the rules may give, by their codes. */
  roles: ReadonlyMap<string, number>;
}

export interface TeamStep {
  act: "create" | "update" | "disable" | "enable";
  department: number;
  id: number | undefined;
  name: string;
  /** The department of the team above. */
  parent: number | null;
  sort: number;
  /** A userid; undefined: as it is. */
  leader: string | null | undefined;
  note: string;
}

export interface PersonStep {
  act: "create" | "update" | "disable";
  userid: string;
  id: number | undefined;
  name: string;
  /** The department of their team; undefined: as it is. */
  department: number | undefined;
  phone: Phone | undefined;
  email: string | undefined;
  addedRoles: readonly number[];
  lostRoles: readonly number[];
  /** All that the rules give. */
  ruledRoles: readonly number[];
  note: string;
}

/** What is left to a person. */
interface Left {
  act: "return" | "refuse";
  userid: string;
  name: string;
  note: string;
}

export interface Plan {
  teams: readonly TeamStep[];
  people: readonly PersonStep[];
  left: readonly Left[];
  proposals: readonly SyncProposal[];
  /** People from the sync that the application no longer sees, though the company has them. */
  unseen: number;
}

/** What there is to do so that what is here follows WeCom. */
export function planOf(remote: Remote, local: Local): Plan {
  const tree = treeOf(remote.departments);
  const { steps, left, proposals, unseen } = peoplePlan(remote, local, tree);
  const hidden = local.teams.filter(({ wecom_department_id: id }) => isHidden(remote, tree, id)).length;
  const held = local.people.flatMap(({ status, wecom_userid: userid }) =>
    status === "resigned" ? [] : (userid ?? []),
  );
  const known = new Set([...held, ...steps.map(({ userid }) => userid)]);
  return { teams: teamPlan(remote, local, tree, known), people: steps, left, proposals, unseen: unseen + hidden };
}

/** By which a person confirms what they have seen. */
export const hashOf = ({ corpId }: Remote, { teams, people }: Plan): string =>
  createHash("sha256")
    .update(JSON.stringify([corpId, teams, people]))
    .digest("hex");

const isHidden = (remote: Remote, tree: Tree, id: number | null) =>
  id !== null && remote.allDepartments.has(id) && !tree.teamOf.has(id);

function teamPlan(remote: Remote, local: Local, tree: Tree, known: ReadonlySet<string>): TeamStep[] {
  const placed = new Set(tree.places.map(({ department }) => department.id));
  const byDepartment = new Map(local.teams.map((one) => [one.wecom_department_id, one]));
  const departmentOf = new Map(local.teams.map((one) => [one.id, one.wecom_department_id]));
  const key = (parent: number | null) => parent ?? 0;
  const names = new Map<number, Set<string>>();
  const namesIn = (parent: number | null) => {
    const taken = names.get(key(parent)) ?? new Set<string>();
    names.set(key(parent), taken);
    return taken;
  };
  // Teams that follow no department keep their names.
  for (const one of local.teams) {
    const parent = one.parent_id === null ? null : (departmentOf.get(one.parent_id) ?? undefined);
    if (parent !== undefined && !placed.has(one.wecom_department_id ?? 0)) namesIn(parent).add(keyOf(one.name));
  }
  const steps = tree.places.flatMap(({ department, parent }, index): TeamStep[] => {
    const { id } = department;
    const held = byDepartment.get(id);
    const name = freeName(department.name || held?.name || `部门${id}`, id, namesIn(parent));
    const leader = leaderOf(remote, local, department, held, known);
    const step = { department: id, id: held?.id, name, parent, sort: Math.min(9999, (index + 1) * 10), leader };
    if (!held) return [{ ...step, act: "create", note: "" }];
    const heldParent = held.parent_id === null ? null : departmentOf.get(held.parent_id);
    const notes = [
      held.name === name ? "" : `名称 ${held.name} → ${name}`,
      heldParent === parent ? "" : "上级团队变更",
      leader === undefined ? "" : "负责人变更",
    ].filter(Boolean);
    if (held.status === "disabled") return [{ ...step, act: "enable", note: notes.join("；") }];
    return notes.length ? [{ ...step, act: "update", note: notes.join("；") }] : [];
  });
  const vanished = local.teams.flatMap((one): TeamStep[] => {
    const { id, name, sort, wecom_department_id: department, status } = one;
    const isKept = department === null || placed.has(department) || remote.allDepartments.has(department);
    // A department that went below the fourth level is in another team now.
    const isDeeper = department !== null && tree.teamOf.has(department) && !placed.has(department);
    if (department === null || status === "disabled" || (isKept && !isDeeper)) return [];
    return [{ act: "disable", department, id, name, parent: null, sort, leader: undefined, note: "部门已不存在" }];
  });
  return [...steps, ...vanished];
}

/** The userid of who leads a department; null: nobody any more; undefined: as it is. */
function leaderOf(
  remote: Remote,
  local: Local,
  { id, leaders }: Department,
  held: TeamRecord | undefined,
  known: ReadonlySet<string>,
) {
  const there = remote.members.filter(({ departments, isGone }) => !isGone && departments.includes(id));
  const isTold = leaders !== undefined || (there.length > 0 && there.every(({ leads }) => leads !== undefined));
  if (!isTold) return undefined;
  const named = leaders ?? there.filter(({ leads }) => leads?.includes(id)).map(({ userid }) => userid);
  const [first] = named.filter((userid) => known.has(userid)).toSorted();
  const present = local.people.find((one) => one.id === held?.leader_id);
  if (present?.wecom_userid && named.includes(present.wecom_userid)) return undefined;
  if (first !== undefined) return first;
  // Nobody is told: people who were put there by hand stay.
  return present?.wecom_corp_id === remote.corpId ? null : undefined;
}

function peoplePlan(remote: Remote, local: Local, tree: Tree) {
  const byUserid = new Map(local.people.map((one) => [one.wecom_userid, one]));
  const departmentOf = new Map(local.teams.map((one) => [one.id, one.wecom_department_id]));
  const phones = new Map(local.people.map((one) => [one.phone_e164, one]));
  const emails = new Map(local.people.map((one) => [one.email, one]));
  const taken = { phones: new Set(phones.keys()), emails: new Set(emails.keys()) };
  const steps: PersonStep[] = [];
  const left: Left[] = [];
  const proposals: SyncProposal[] = [];
  let unseen = 0;
  const there = remote.members.filter(({ isGone }) => !isGone).toSorted(byKey);
  for (const member of there) {
    const held = byUserid.get(member.userid);
    const step = held ? changedPerson(member, held) : newPerson(member);
    if (step) steps.push(step);
  }
  const present = new Set(there.map(({ userid }) => userid));
  const gone = new Set(remote.members.filter(({ isGone }) => isGone).map(({ userid }) => userid));
  for (const one of local.people) {
    const { id, name, status, wecom_userid: userid } = one;
    if (!isOurs(one) || userid === null || present.has(userid) || status !== "enabled") continue;
    if (!gone.has(userid) && !remote.unknown.has(userid)) unseen += 1;
    else if (isAdmin(one)) left.push({ act: "refuse", userid, name, note: "超级管理员不会被同步停用，请人工处理" });
    else steps.push({ ...nothing, act: "disable", userid, id, name, note: "已不在企业微信" });
  }
  return { steps, left, proposals, unseen };

  function isOurs({ wecom_corp_id }: Person) {
    return wecom_corp_id === remote.corpId;
  }

  function changedPerson(member: Member, held: Person): PersonStep | undefined {
    const { userid } = member;
    if (held.status === "resigned") return undefined;
    const isFull = isOurs(held) && !isAdmin(held);
    if (held.status === "disabled" && isFull && held.roles.length)
      left.push({ act: "return", userid, name: held.name, note: "在企业微信中，账号为停用" });
    const name = nameOf(member) || held.name;
    const home = homeOf(member);
    const department = home !== undefined && departmentOf.get(held.team_id ?? 0) !== home ? home : undefined;
    const phone = isFull ? phoneOf(member, held) : undefined;
    const email = isFull ? emailOf(member, held) : undefined;
    const ruledRoles = isFull ? rolesOf(member) : held.wecom_role_ids;
    const heldIds = new Set(held.roles.map(({ id }) => id));
    // What was set by hand stays: only what the rules give anew is given, and only what they have given is taken.
    const addedRoles = ruledRoles.filter((id) => !held.wecom_role_ids.includes(id) && !heldIds.has(id));
    const lostRoles = held.wecom_role_ids.filter((id) => !ruledRoles.includes(id) && heldIds.has(id));
    const notes = [
      name === held.name ? "" : `姓名 ${held.name} → ${name}`,
      department === undefined ? "" : "团队变更",
      phone ? "手机号变更" : "",
      email ? "邮箱变更" : "",
      addedRoles.length + lostRoles.length ? "角色变更" : "",
    ].filter(Boolean);
    const isRuled = ruledRoles.toString() === held.wecom_role_ids.toString();
    if (notes.length === 0 && isRuled) return undefined;
    const step = { act: "update" as const, userid, id: held.id, name, department, phone, email };
    return { ...step, addedRoles, lostRoles, ruledRoles, note: notes.join("；") };
  }

  function newPerson(member: Member): PersonStep | undefined {
    const { userid } = member;
    const name = nameOf(member) || userid.slice(0, 50);
    const number = member.mobile ? readPhone(member.mobile, null) : undefined;
    const address = addressOf(member);
    const twin = number && phones.get(number.phone_e164);
    const other = twin ?? (address === undefined ? undefined : emails.get(address));
    if (other && !local.apart.has(userid) && other.wecom_userid === null) {
      const by = twin ? "phone" : "email";
      proposals.push({ userid, name, user: { id: other.id, name: other.name }, by });
      const note = `${twin ? "手机号" : "邮箱"}与员工${other.name}相同，等待确认`;
      left.push({ act: "refuse", userid, name, note });
      return undefined;
    }
    const ruledRoles = rolesOf(member);
    const step = { act: "create" as const, userid, id: undefined, name, department: homeOf(member) };
    const contacts = { phone: phoneOf(member), email: emailOf(member) };
    const note = ruledRoles.length ? "" : "没有对应的角色，账号为停用";
    return { ...step, ...contacts, addedRoles: ruledRoles, lostRoles: [], ruledRoles, note };
  }

  /** The department of the team of somebody; undefined: of none that is seen. */
  function homeOf({ main, departments }: Member): number | undefined {
    const known = [main, ...departments].map((id) => (id === undefined ? null : (tree.teamOf.get(id) ?? null)));
    return known.find((id) => id !== null) ?? undefined;
  }

  function rolesOf({ userid, departments }: Member): number[] {
    const given = local.rules.flatMap(({ of, id, role }) => {
      const isMeant =
        of === "tag"
          ? remote.tags.get(id)?.has(userid)
          : departments.some((one) => one === id || tree.above.get(one)?.has(id));
      return isMeant ? (local.roles.get(role) ?? []) : [];
    });
    return [...new Set(given)].toSorted((a, b) => a - b);
  }

  /** A number that is new to somebody and nobody's; a number that is somebody else's stays theirs. */
  function phoneOf({ userid, name, mobile }: Member, held?: Person): Phone | undefined {
    const number = mobile ? readPhone(mobile, null) : undefined;
    if (!number || number.phone_e164 === held?.phone_e164) return undefined;
    if (taken.phones.has(number.phone_e164)) {
      if (held) left.push({ act: "refuse", userid, name, note: "手机号已是其他员工的" });
      return undefined;
    }
    taken.phones.add(number.phone_e164);
    return number;
  }

  function emailOf(member: Member, held?: Person): string | undefined {
    const address = addressOf(member);
    if (address === undefined || address === held?.email) return undefined;
    if (taken.emails.has(address)) {
      if (held) left.push({ act: "refuse", userid: member.userid, name: held.name, note: "邮箱已是其他员工的" });
      return undefined;
    }
    taken.emails.add(address);
    return address;
  }
}

const nothing = {
  ...{ department: undefined, phone: undefined, email: undefined },
  ...{ addedRoles: [], lostRoles: [], ruledRoles: [] },
};

const isAdmin = ({ roles }: Person) => roles.some(({ code }) => code === adminCode);
const nameOf = ({ name }: Member) => tidyText(name).slice(0, 50);
const addressOf = ({ email }: Member) => {
  const address = email?.normalize("NFKC").trim().toLowerCase();
  return address && address.length <= 120 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? address : undefined;
};
const byKey = (a: Member, b: Member) => (a.userid < b.userid ? -1 : 1);
