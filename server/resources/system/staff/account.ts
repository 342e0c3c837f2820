import type { z } from "zod";
import { isMailSet } from "~/contract/system/setting";
import { type StaffCreate, StaffFacts, type StaffReset } from "~/contract/system/staff";
import type { Transaction } from "~/server/database/database";
import { user } from "~/server/database/tables/system/system";
import { attemptKey, clearAllAttempts } from "~/server/identity/attempts";
import { endSessions } from "~/server/identity/open-session";
import { firstPassword } from "~/server/identity/password-rule";
import { changesOf } from "~/server/lib/audit";
import { found, type OwnTransactionCall, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { createdBy } from "~/server/lib/entity";
import { mailLater } from "~/server/lib/mails";
import { tellEach } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";
import { checkStaff, columnsOf, lockAccounts, type StaffGiven, setRoles } from "./facts";
import { holdsRole } from "./staff-list";
import { auditStaff, lockOther, writeStaff } from "./write";

export async function createStaff(call: OwnTransactionCall, body: z.output<typeof StaffCreate>) {
  const { password, ...facts } = body;
  const first = await staffPassword(call.services, password);
  return call.transaction(async (db) => {
    const inside = { ...call, db };
    await lockAccounts(db);
    await checkStaff(inside, facts);
    return { id: await insertStaff(inside, db, facts, first), initial_password: first.initial_password };
  });
}

/** `initial_password` null: the person sets one by the link of a mail. */
export type StaffPassword = { initial_password: string | null; hash: string };

/** What somebody's password is at first: chosen, else theirs to set by mail, else made up. */
export async function staffPassword(services: Services, chosen: string | null = null): Promise<StaffPassword> {
  const first = await firstPassword(services, chosen);
  const isMailed = chosen === null && isMailSet(await readSettings(services.db)) && !(await isDemo(services.db));
  return isMailed ? { ...first, initial_password: null } : first;
}

/** Writes a checked account with its roles and its line in the log; a user bound to WeCom gets a message there. */
export async function insertStaff(
  call: SignedCall,
  db: Transaction,
  facts: StaffGiven,
  { initial_password, hash }: StaffPassword,
): Promise<number> {
  const [made] = await db
    .insert(user)
    .values({
      ...columnsOf(facts),
      password_hash: hash,
      must_change_password: true,
      ...createdBy(call),
    })
    .returning({ id: user.id });
  const { id } = found(made);
  await setRoles(db, id, facts.role_ids);
  const dictionary = await lookUp(call, StaffFacts, facts);
  const changes = changesOf(StaffFacts, {}, spelledOut(dictionary, StaffFacts, facts));
  await auditStaff(call, { id, name: facts.name }, "create", "新增员工", { changes });
  await tellEach({ ...call, db }, [id], {
    category: "system",
    title: "您的账号已开通",
    content: `登录账号：${facts.email ?? ""}。${initial_password === null ? "请从邮件中的链接设置密码。" : "初始密码请向管理员获取，首次登录后须修改。"}`,
  });
  if (initial_password === null) await mailLater(db, call.services.now(), [{ kind: "invite", user_id: id }]);
  return id;
}

export async function resetPassword(call: SignedCall, id: number, { password }: z.output<typeof StaffReset>) {
  const { initial_password, hash } = await staffPassword(call.services, password);
  await call.services.db.transaction(async (db) => {
    const inside = { ...call, db };
    const viewed = await lockOther(inside, id);
    if (viewed.user.status === "resigned") return refuse(40902);
    // A user who knows their password can do what they can.
    if (!viewed.roles.every((one) => holdsRole(call.user, one)))
      throw new Refusal(40300, "该员工的权限超出您的权限，不能重置其密码");
    const { email, password_hash, password_history } = viewed.user;
    if (email === null) throw new Refusal(40902, "该员工没有邮箱，不能用密码登录");
    await writeStaff(inside, viewed, {
      password_hash: hash,
      password_history: [password_hash, ...password_history].slice(0, 3),
      must_change_password: true,
    });
    await clearAllAttempts(db, attemptKey(call.services, email));
    const count = await endSessions(db, call.services.now(), id);
    await auditStaff(inside, viewed.user, "update", "重置员工密码", { note: `结束${count}个登录` });
    if (initial_password === null) await mailLater(db, call.services.now(), [{ kind: "renew", user_id: id }]);
  });
  return { id, initial_password };
}
