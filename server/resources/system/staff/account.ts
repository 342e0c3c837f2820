import type { z } from "zod";
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
import { tellEach } from "~/server/lib/notify";
import { checkStaff, columnsOf, lockAccounts, type StaffGiven, setRoles } from "./facts";
import { holdsRole } from "./staff-list";
import { auditStaff, lockOther, writeStaff } from "./write";

export async function createStaff(call: OwnTransactionCall, body: z.output<typeof StaffCreate>) {
  const { password, ...facts } = body;
  const { initial_password, hash } = await firstPassword(call.services, password);
  return call.transaction(async (db) => {
    const inside = { ...call, db };
    await lockAccounts(db);
    await checkStaff(inside, facts);
    return { id: await insertStaff(inside, db, facts, hash), initial_password };
  });
}

/** Writes a checked account with its roles and its line in the log; a user bound to WeCom gets a message there. */
export async function insertStaff(call: SignedCall, db: Transaction, facts: StaffGiven, hash: string): Promise<number> {
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
    content: `登录账号：${facts.email}。初始密码请向管理员获取，首次登录后须修改。`,
  });
  return id;
}

export async function resetPassword(call: SignedCall, id: number, { password }: z.output<typeof StaffReset>) {
  const { initial_password, hash } = await firstPassword(call.services, password);
  await call.services.db.transaction(async (db) => {
    const inside = { ...call, db };
    const viewed = await lockOther(inside, id);
    if (viewed.user.status === "resigned") return refuse(40902);
    // A user who knows their password can do what they can.
    if (!viewed.roles.every((one) => holdsRole(call.user, one)))
      throw new Refusal(40300, "该员工的权限超出您的权限，不能重置其密码");
    const { password_hash, password_history } = viewed.user;
    await writeStaff(inside, viewed, {
      password_hash: hash,
      password_history: [password_hash, ...password_history].slice(0, 3),
      must_change_password: true,
    });
    await clearAllAttempts(db, attemptKey(call.services, viewed.user.email));
    const count = await endSessions(db, call.services.now(), id);
    await auditStaff(inside, viewed.user, "update", "重置员工密码", { note: `结束${count}个登录` });
  });
  return { id, initial_password };
}
