import { randomUUID } from "node:crypto";
import { sealSetting } from "~/server/lib/settings";
import type { testApi } from "./api";
import { setSetting } from "./factories";
import { startPlatform } from "./platform";

export interface Staff {
  userid: string;
  name: string;
  department: number[];
  main_department?: number;
  is_leader_in_dept?: number[];
  status?: number;
  mobile?: string;
  email?: string;
}

export interface Part {
  id: number;
  name: string;
  parentid: number;
  order?: number;
  department_leader?: string[];
}

export const corpId = "ww12345";
const secrets = { app: "app-secret", contact: "contact-secret" };

/** The fake provider of a company's tree: WeCom's contact API as far as we ask it. */
export async function startWecomCompany() {
  const tokens = new Map<string, keyof typeof secrets>();
  const company = {
    departments: new Map<number, Part>(),
    staff: new Map<string, Staff>(),
    tags: new Map<number, string[]>(),
    /** Whether members come with their numbers and addresses: new self-built applications get none. */
    isPersonal: true,
    /** Departments that the application does not see, with all below them. */
    unseen: new Set<number>(),
    /** What a path answers instead. */
    errors: new Map<string, number>(),
    /** Members that one answer leaves out. */
    leftOut: new Set<string>(),
    pageSize: 50,
  };
  const no = (errcode: number) => ({ json: { errcode, errmsg: `error ${errcode}` } });
  const yes = (rest: object) => ({ json: { errcode: 0, errmsg: "ok", ...rest } });
  const isSeen = (id: number): boolean =>
    !company.unseen.has(id) &&
    (company.departments.get(id)?.parentid ? isSeen(company.departments.get(id)?.parentid ?? 0) : true);
  const shown = ({ mobile, email, ...rest }: Staff) => (company.isPersonal ? { ...rest, mobile, email } : rest);

  const platform = await startPlatform(({ path, query, body }) => {
    if (path === "/cgi-bin/gettoken") {
      const kind = (["app", "contact"] as const).find((one) => secrets[one] === query.get("corpsecret"));
      if (query.get("corpid") !== corpId || !kind) return no(40001);
      const access_token = randomUUID();
      tokens.set(access_token, kind);
      return yes({ access_token, expires_in: 7200 });
    }
    const kind = tokens.get(query.get("access_token") ?? "");
    if (!kind) return no(40014);
    const error = company.errors.get(path);
    if (error !== undefined) return no(error);
    const all = [...company.staff.values()];
    if (path === "/cgi-bin/department/simplelist" && kind === "contact")
      return yes({ department_id: [...company.departments.values()].map(({ id, parentid }) => ({ id, parentid })) });
    if (path === "/cgi-bin/user/list_id" && kind === "contact") {
      const { cursor = "" } = JSON.parse(body) as { cursor?: string };
      const rows = all.flatMap(({ userid, department }) => department.map((one) => ({ userid, department: one })));
      const from = Number(cursor || 0);
      const to = from + company.pageSize;
      return yes({ dept_user: rows.slice(from, to), next_cursor: to < rows.length ? String(to) : "" });
    }
    if (kind !== "app") return no(48002);
    if (path === "/cgi-bin/department/list")
      return yes({ department: [...company.departments.values()].filter(({ id }) => isSeen(id)) });
    if (path === "/cgi-bin/user/list") {
      const id = Number(query.get("department_id"));
      if (!isSeen(id)) return no(60011);
      const there = all.filter(({ userid, department }) => department.includes(id) && !company.leftOut.has(userid));
      return yes({ userlist: there.map(shown) });
    }
    if (path === "/cgi-bin/user/get") {
      const known = company.staff.get(query.get("userid") ?? "");
      return known ? yes(shown(known)) : no(60111);
    }
    if (path === "/cgi-bin/tag/get") {
      const named = company.tags.get(Number(query.get("tagid")));
      return named ? yes({ userlist: named.map((userid) => ({ userid })) }) : no(40068);
    }
    return { status: 404, json: {} };
  });

  /** Leads an api to it, with the sync switched on. */
  async function connect({ services }: ReturnType<typeof testApi>): Promise<void> {
    services.platforms = { wecom: platform.url };
    await setSetting(services.db, "wecom.corp_id", corpId);
    await setSetting(services.db, "wecom.secret", sealSetting(services, "wecom.secret", secrets.app));
    await setSetting(
      services.db,
      "wecom.contact_secret",
      sealSetting(services, "wecom.contact_secret", secrets.contact),
    );
    await setSetting(services.db, "wecom.sync_enabled", true);
  }

  return { ...platform, company, connect };
}

/** A company of so many people in three levels: itself, five departments, four groups in each. */
export function fill(
  { departments, staff }: Awaited<ReturnType<typeof startWecomCompany>>["company"],
  people: number,
): void {
  departments.clear();
  staff.clear();
  departments.set(1, { id: 1, name: "云汀置业", parentid: 0 });
  for (let one = 2; one <= 6; one++) {
    departments.set(one, { id: one, name: `部门${one}`, parentid: 1, order: 100 - one });
    for (let two = 1; two <= 4; two++)
      departments.set(one * 10 + two, { id: one * 10 + two, name: `小组${two}`, parentid: one });
  }
  const groups = [...departments.keys()].filter((id) => id > 10);
  for (let number = 0; number < people; number++) {
    const userid = `u${String(number).padStart(3, "0")}`;
    const group = groups[number % groups.length] ?? 1;
    const contacts = { mobile: `138${String(number).padStart(8, "0")}`, email: `${userid}@company.test` };
    const leads = number < groups.length ? 1 : 0;
    staff.set(userid, { userid, name: `成员${number}`, department: [group], is_leader_in_dept: [leads], ...contacts });
  }
}
