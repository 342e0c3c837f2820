import { z } from "zod";
import type { RoleRule } from "~/contract/system/setting";
import { callWecom } from "~/server/identity/wecom-api";
import { Refusal } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

/** Why a run came to nothing, in words for a person. */
export class SyncFailure extends Error {}

export interface Department {
  id: number;
  name: string | undefined;
  /** 0 is the company's own. */
  parent: number;
  order: number;
  /** Undefined: WeCom does not say. */
  leaders: readonly string[] | undefined;
}

export interface Member {
  userid: string;
  name: string;
  departments: readonly number[];
  main: number | undefined;
  /** Those of their departments that they lead; undefined: WeCom does not say. */
  leads: readonly number[] | undefined;
  isGone: boolean;
  mobile: string | undefined;
  email: string | undefined;
}

/** The company as WeCom told it, every call having answered. */
export interface Remote {
  corpId: string;
  /** Those that the application sees. */
  departments: readonly Department[];
  members: readonly Member[];
  /** All departments and all people of the company, seen or not. */
  allDepartments: ReadonlySet<number>;
  allMembers: ReadonlySet<string>;
  tags: ReadonlyMap<number, ReadonlySet<string>>;
  /** Linked people that WeCom, asked once more, does not know. */
  unknown: ReadonlySet<string>;
}

const words: Readonly<Record<number, string>> = {
  [-1]: "企业微信系统繁忙，请稍后再试",
  40001: "企业微信密钥不正确",
  40013: "企业微信企业ID不正确",
  45009: "企业微信限制了调用频率，请稍后再试",
  45033: "企业微信限制了调用频率，请稍后再试",
  48002: "应用没有通讯录的接口权限",
  60011: "应用没有通讯录的查看权限",
  60020: "服务器的IP不在企业微信的可信IP中",
  301002: "应用没有通讯录的查看权限",
};
const isUnknown = 60111;
/** What a member's status says of those who are no longer there: disabled, or left by themselves. */
const goneStatuses = new Set([2, 5]);
const mostPages = 1_000;

const Departments = z.object({
  department: z.array(
    z.object({
      id: z.int(),
      name: z.string().optional(),
      parentid: z.int(),
      order: z.number().default(0),
      department_leader: z.array(z.string()).optional(),
    }),
  ),
});
const DepartmentIds = z.object({ department_id: z.array(z.object({ id: z.int() })) });
const UserIds = z.object({
  dept_user: z.array(z.object({ userid: z.string().min(1), department: z.int() })),
  next_cursor: z.string().default(""),
});
const absent = z.string().optional();
const Users = z.object({
  userlist: z.array(
    z.object({
      userid: z.string().min(1),
      name: absent,
      department: z.array(z.int()).min(1),
      main_department: z.int().optional(),
      is_leader_in_dept: z.array(z.int()).optional(),
      status: z.int().default(1),
      mobile: absent,
      email: absent,
      biz_mail: absent,
    }),
  ),
});
const TagUsers = z.object({ userlist: z.array(z.object({ userid: z.string() })) });

type Path = Parameters<typeof callWecom>[1];
type Options = Omit<NonNullable<Parameters<typeof callWecom>[2]>, "expected">;

async function ask<S extends z.ZodType>(services: Services, path: Path, schema: S, options: Options = {}) {
  const answer = await answerOf(services, path, options);
  if (answer.errcode !== 0) throw new SyncFailure(words[answer.errcode] ?? `企业微信返回错误 ${answer.errcode}`);
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new SyncFailure("企业微信的应答不完整");
  return parsed.data;
}

const answerOf = (services: Services, path: Path, options: Options) =>
  callWecom(services, path, { ...options, expected: "all" }).catch((error: unknown) => {
    if (error instanceof Refusal) throw new SyncFailure("企业微信没有应答，或企业ID和密钥不正确");
    throw error;
  });

const contact = { secret: "wecom.contact_secret" } as const;

/** Reads all of the company. `linked`: the people who came from it. Throws SyncFailure where any call does not answer, or two answers do not go together. */
export async function readRemote(
  services: Services,
  { rules, linked }: { rules: readonly RoleRule[]; linked: readonly string[] },
): Promise<Remote> {
  const { "wecom.corp_id": corpId } = await readSettings(services.db);
  const departments = (await ask(services, "/cgi-bin/department/list", Departments)).department.map((one) => ({
    ...{ id: one.id, name: one.name, parent: one.parentid, order: one.order, leaders: one.department_leader },
  }));
  const simple = await ask(services, "/cgi-bin/department/simplelist", DepartmentIds, contact);
  const allDepartments = new Set(simple.department_id.map(({ id }) => id));
  const places = await readPlaces(services);
  const members = new Map<string, Member>();
  for (const { id } of departments)
    for (const member of await readMembers(services, id)) members.set(member.userid, member);
  const seen = new Set(departments.map(({ id }) => id));
  const isHalf =
    departments.some(({ id }) => !allDepartments.has(id)) ||
    places.some(({ userid, department }) => seen.has(department) && !members.has(userid));
  if (isHalf || departments.length === 0) throw new SyncFailure("企业微信的应答不完整");
  const allMembers = new Set([...places.map(({ userid }) => userid), ...members.keys()]);
  const tags = new Map<number, ReadonlySet<string>>();
  for (const { of, id } of rules) if (of === "tag") tags.set(id, await readTag(services, id));
  const unknown = new Set<string>();
  for (const userid of linked) if (!allMembers.has(userid) && (await isDeleted(services, userid))) unknown.add(userid);
  return { corpId, departments, members: [...members.values()], allDepartments, allMembers, tags, unknown };
}

/** How much of the company can be read, for who tries the settings. */
export async function countRemote(services: Services): Promise<{ departments: number; members: number }> {
  const { department } = await ask(services, "/cgi-bin/department/list", Departments);
  const places = await readPlaces(services);
  return { departments: department.length, members: new Set(places.map(({ userid }) => userid)).size };
}

/** The people of each department of the whole company, a page after the other. */
async function readPlaces(services: Services) {
  const places: z.output<typeof UserIds>["dept_user"] = [];
  let cursor = "";
  for (let page = 0; page < mostPages; page++) {
    const body = { cursor, limit: 10_000 };
    const answer = await ask(services, "/cgi-bin/user/list_id", UserIds, { ...contact, body });
    places.push(...answer.dept_user);
    if (answer.next_cursor === "") return places;
    if (answer.next_cursor === cursor) break;
    cursor = answer.next_cursor;
  }
  throw new SyncFailure("企业微信的应答不完整");
}

async function readMembers(services: Services, department: number): Promise<Member[]> {
  const query = { department_id: String(department) };
  const { userlist } = await ask(services, "/cgi-bin/user/list", Users, { query });
  return userlist.map(({ userid, name, main_department: main, is_leader_in_dept, ...one }) => ({
    ...{ userid, name: name ?? "", departments: one.department, main },
    leads: is_leader_in_dept && one.department.filter((_, index) => is_leader_in_dept[index] === 1),
    isGone: goneStatuses.has(one.status),
    mobile: one.mobile || undefined,
    email: one.biz_mail || one.email || undefined,
  }));
}

async function readTag(services: Services, id: number): Promise<ReadonlySet<string>> {
  const { userlist } = await ask(services, "/cgi-bin/tag/get", TagUsers, { query: { tagid: String(id) } });
  return new Set(userlist.map(({ userid }) => userid));
}

/** Whether WeCom, asked about one person, says that there is none such. */
const isDeleted = async (services: Services, userid: string): Promise<boolean> =>
  (await answerOf(services, "/cgi-bin/user/get", { query: { userid } })).errcode === isUnknown;
