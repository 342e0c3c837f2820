import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { AgentFields, type AgentFields as Body } from "~/contract/agent/agent";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import type { UploadScene } from "~/contract/shared/upload";
import { agent } from "~/server/database/tables/agent/agent";
import { media, user } from "~/server/database/tables/system/system";
import { holds, holdsCode } from "~/server/identity/scope";
import { pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { isNameTaken } from "~/server/lib/entity";
import { isOwnUpload } from "~/server/lib/media";
import { readPhone } from "~/server/lib/phone";
import { seal } from "~/server/lib/seal";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { type AgentRecord, agents, bankPurpose } from "./view";

/** One writer at a time: a name or number found free stays free until the commit. */
export const lockAgents = ({ db }: Pick<SignedCall, "db">) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('agent', 0))`);

const say = (field: keyof Body, message: string): FieldError[] => [
  { field, label: labelOf(AgentFields.shape[field], field), message },
];

export async function checkedAgent(call: SignedCall, body: Body, before?: AgentRecord) {
  // One that is kept as it was stays as it is.
  const isSamePhone =
    before && before.contact_phone === body.contact_phone && before.contact_phone_cc === body.contact_phone_cc;
  const phone = isSamePhone ? undefined : readPhone(body.contact_phone, body.contact_phone_cc);
  const wrong = [
    ...(await agents.unknownChoices(call, body, before)),
    ...(phone || isSamePhone ? [] : say("contact_phone", "联系电话格式不正确")),
    ...(await managerErrors(call, body.manager_id, before)),
    ...(await fileErrors(call, "license_media_ids", body.license_media_ids, before?.license_media_ids)),
    ...(await fileErrors(call, "contract_media_ids", body.contract_media_ids, before?.contract_media_ids)),
    ...(await fileErrors(
      call,
      "logo_id",
      body.logo_id ? [body.logo_id] : [],
      before?.logo_id ? [before.logo_id] : [],
      "avatar",
    )),
    ...(body.commission_mode === "fixed"
      ? await centErrors(call.db, AgentFields, { commission_value: body.commission_value }, body.commission_currency)
      : []),
  ];
  if (wrong.length) return refuseFields(wrong);
  const { bank_account, ...facts } = body;
  const columns = {
    ...facts,
    // The column is never empty, so that the text is one.
    commission_value: decimalText(body.commission_value) ?? "0.00",
    ...(bank_account ? { bank_account: seal(call.services, bankPurpose, bank_account) } : {}),
    ...(phone && {
      contact_phone: phone.phone,
      contact_phone_cc: phone.phone_cc,
      contact_phone_e164: phone.phone_e164,
      contact_phone_last4: phone.phone.slice(-4),
    }),
  };
  const taken = await takenBy(call, { ...body, e164: phone?.phone_e164 }, before);
  return taken ? refuse(40900, { label: taken }) : columns;
}

async function takenBy(call: SignedCall, body: Body & { e164: string | undefined }, before?: AgentRecord) {
  const { country_code, name, e164, license_no } = body;
  const others = (match: SQL) => and(match, isNull(agent.deleted_at), ne(agent.id, before?.id ?? 0));
  const own = before?.country_code === country_code ? before.name : undefined;
  const ofCountry = others(eq(agent.country_code, country_code));
  if (await isNameTaken(call, { column: agent.name, name, before: own, others: ofCountry })) return "代理名称";
  if (e164 && (await call.db.$count(agent, others(eq(agent.contact_phone_e164, e164)))) > 0) return "联系电话";
  const licensed = { column: agent.license_no, before: before?.license_no ?? undefined };
  if (
    license_no &&
    (await isNameTaken(call, { ...licensed, name: license_no, others: others(isNotNull(agent.license_no)) }))
  )
    return "营业执照/证件号";
  return undefined;
}

/** The manager works here and may edit agents; a new agent's manager is inside the creator's scope. */
async function managerErrors(call: SignedCall, managerId: number, before?: AgentRecord): Promise<FieldError[]> {
  if (before?.manager_id === managerId) return [];
  if (!(await managesAgents(call, managerId))) return say("manager_id", "该员工不能负责代理");
  const isNear = before !== undefined || (await holds(call.db, call.user, "agent", managerId));
  return isNear ? [] : say("manager_id", "渠道经理不在您的数据权限范围内");
}

export async function managesAgents({ db }: Pick<SignedCall, "db">, userId: number): Promise<boolean> {
  const isThere = and(eq(user.id, userId), eq(user.status, "enabled"), isNull(user.deleted_at));
  return (await db.$count(user, and(isThere, holdsCode(user.id, "agent:agent:edit")))) > 0;
}

/** Files must be the caller's own and completely uploaded; files that the agent already has may stay. */
async function fileErrors(
  { db, user: caller }: SignedCall,
  field: keyof Body,
  ids: readonly number[],
  held: readonly number[] = [],
  scene: UploadScene = "agreement",
): Promise<FieldError[]> {
  const added = [...new Set(ids)].filter((id) => !held.includes(id));
  if (added.length === 0) return [];
  const rows = await pick(db, media, ["id"], and(inArray(media.id, added), isOwnUpload(caller.id, scene, added)));
  return rows.length === added.length ? [] : say(field, "文件不存在或未上传完成，请重新上传");
}
