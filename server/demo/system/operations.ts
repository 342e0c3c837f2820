import { type SQL, sql } from "drizzle-orm";
import { blacklistTypes } from "~/contract/customer/blacklist";
import { poolReasons } from "~/contract/customer/customer-record";
import { auditActions } from "~/contract/house/estate-audit";
import { applicationTypes } from "~/contract/house/mansion-application";
import { options } from "~/server/database/baseline/options";
import type { Transaction } from "~/server/database/database";
import type { Calendar } from "../shared/calendar";

export const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** What one table's rows have left in the log. */
interface Told {
  from: SQL;
  at: SQL;
  by: SQL;
  module: string;
  action: SQL;
  summary: SQL;
  target?: readonly [type: string, id: SQL, name: SQL];
  reason?: SQL;
  changes?: SQL;
  /** Only as many as there is room for. */
  isExtra?: boolean;
}

const said = (words: object, key: SQL) => sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${key}, ${key})`;
const someOf = (role: string, chance: SQL) => sql`(select u.id from "user" u join user_role ur on ur.user_id = u.id
  join role r on r.id = ur.role_id where r.code = ${role} and u.status = 'enabled' order by hashint8(u.id * 31 + ${chance}) limit 1)`;

/** Every act of which a line is left, in the words of the acts themselves. */
const toldAt = (now: SQL, share: number): Told[] => {
  const customer = ["customer", sql`c.id`, sql`c.name`] as const;
  const module = "customer";
  const house = "house";
  const application = ["mansion_application", sql`a.id`, sql`a.application_no`] as const;
  const mansion = ["mansion", sql`m.id`, sql`m.name`] as const;
  const estate = ["estate", sql`e.id`, sql`e.name`] as const;
  const annex = ["requirement_annex", sql`a.id`, sql`a.name`] as const;
  const clue = { module: "clue", from: sql`clue l`, target: ["clue", sql`l.id`, sql`l.clue_no`] as const };
  const transfer = { module, from: sql`transfer_request t join customer c on c.id = t.customer_id`, target: customer };
  const requirement = {
    ...{ module, from: sql`requirement r join customer c on c.id = r.customer_id` },
    target: ["requirement", sql`r.id`, sql`c.name`] as const,
  };
  const blacklisted = sql`${said(blacklistTypes, sql`b.type`)} || ' ' || case b.type when 'user' then coalesce(u.user_no, b.value)
    when 'phone' then regexp_replace(right(b.value, 11), '^(.{3}).*(.{4})$', '\\1****\\2')
    when 'ip' then b.value else regexp_replace(b.value, '^(.{2})[^@]*', '\\1****') end`;
  const entry = {
    ...{ module, from: sql`blacklist b left join customer_user u on u.id = b.customer_user_id` },
    target: ["blacklist", sql`b.id`, blacklisted] as const,
  };
  const leave = {
    ...{ module, from: sql`unregister_request r join customer_user u on u.id = r.customer_user_id` },
    target: ["unregister_request", sql`r.id`, sql`r.request_no`] as const,
  };
  const applied = { module: house, from: sql`mansion_application a left join mansion m on m.id = a.result_mansion_id` };
  const audit = { module: house, from: sql`estate_audit a join estate e on e.id = a.estate_id`, target: estate };
  const auditTitle = sql`e.estate_no || ' ' || e.name || '（' || a.audit_no || '）'`;
  const agentLeave = {
    ...{ module: "agent", from: sql`agent_unregister r join agent a on a.id = r.agent_id` },
    target: ["agent_unregister", sql`r.id`, sql`r.request_no`] as const,
  };
  return [
    {
      ...{ module, target: customer, at: sql`l.at`, by: sql`l.by` },
      from: sql`customer_owner_log l join customer c on c.id = l.customer_id left join "user" t on t.id = l.to_user`,
      action: sql`case when l.action in ('create', 'claim', 'restore') then l.action
        when l.action in ('assign', 'transfer') then 'assign' else 'release' end`,
      summary: sql`case l.action when 'create' then '新增客户' || c.customer_no when 'claim' then '领取客户' || c.customer_no
        when 'assign' then '分配客户' || c.customer_no || '给' || t.name when 'transfer' then '转移客户' || c.customer_no || '给' || t.name
        when 'release' then '释放客户' || c.customer_no || '到公海' when 'auto_release' then '客户' || c.customer_no || '自动释放到公海'
        when 'resign' then '离职交接，客户' || c.customer_no || '进公海' else '恢复客户' || c.customer_no end`,
      reason: sql`concat_ws('：', ${said({ ...poolReasons, ...options.release_reason }, sql`l.reason`)}, l.note)`,
    },
    {
      ...{ module, target: customer, at: sql`l.at`, by: sql`l.by`, changes: sql`l.changes`, reason: sql`l.reason` },
      from: sql`customer_change_log l join customer c on c.id = l.customer_id`,
      action: sql`case l.action when 'recycle' then 'delete' else 'update' end`,
      summary: sql`case l.action when 'recycle' then '将客户' || c.customer_no || '移入回收站' when 'lock' then '锁定客户' || c.customer_no
        when 'track' then '跟进更新客户' || c.customer_no when 'tag' then '修改客户' || c.customer_no || '的标签' else '编辑客户' || c.customer_no end`,
    },
    {
      ...{ ...transfer, at: sql`t.created_at`, by: sql`t.applicant_id`, action: sql`'update'`, reason: sql`t.reason` },
      summary: sql`'申请转移客户' || c.customer_no`,
    },
    {
      ...{ ...transfer, at: sql`t.handled_at`, by: sql`t.handler_id`, reason: sql`t.reject_reason` },
      from: sql`transfer_request t join customer c on c.id = t.customer_id and t.status in ('rejected', 'cancelled')`,
      action: sql`case t.status when 'rejected' then 'audit' else 'update' end`,
      summary: sql`case t.status when 'rejected' then '驳回' else '撤回' end || '客户' || c.customer_no || '的转移申请'`,
    },
    {
      ...{ ...requirement, at: sql`r.created_at`, by: sql`r.created_by`, action: sql`'create'` },
      summary: sql`'新增需求' || r.requirement_no || '（' || c.customer_no || '）'`,
    },
    {
      ...{ module, at: sql`a.created_at`, by: sql`a.created_by`, action: sql`'create'`, target: annex },
      from: sql`requirement_annex a join requirement r on r.id = a.requirement_id`,
      summary: sql`'新增附件' || a.name || '（' || r.requirement_no || '）'`,
    },
    {
      ...{ module, at: sql`a.verified_at`, by: sql`a.verified_by`, action: sql`'update'`, target: annex },
      from: sql`requirement_annex a join requirement r on r.id = a.requirement_id`,
      summary: sql`'核验附件' || a.name || '（' || r.requirement_no || '）'`,
    },
    {
      ...{ module, at: sql`u.updated_at`, by: someOf("customer_service", sql`u.id`), action: sql`'update'` },
      from: sql`(select * from customer_user where status = 'disabled') u`,
      ...{ summary: sql`'禁用注册用户' || u.user_no`, reason: sql`u.status_reason` },
      target: ["customer_user", sql`u.id`, sql`coalesce(u.nickname, u.user_no)`],
    },
    {
      ...{ ...entry, at: sql`b.created_at`, by: sql`b.created_by`, action: sql`'create'` },
      ...{ summary: sql`'加入黑名单：' || ${blacklisted}`, reason: said(options.blacklist_reason, sql`b.reason`) },
    },
    {
      ...{ ...entry, at: sql`b.removed_at`, by: sql`b.removed_by`, action: sql`'delete'` },
      ...{ summary: sql`'移出黑名单：' || ${blacklisted}`, reason: sql`b.removed_reason` },
    },
    {
      ...{
        ...leave,
        at: sql`r.reviewed_at`,
        by: sql`r.reviewer_id`,
        action: sql`'audit'`,
        reason: sql`r.reject_reason`,
      },
      summary: sql`case r.status when 'rejected' then '驳回' else '通过' end || '注销申请' || r.request_no || '（' || u.user_no || '）'`,
    },
    {
      ...{ ...leave, at: sql`r.completed_at`, by: sql`null::bigint`, action: sql`'destroy'` },
      summary: sql`'注销申请' || r.request_no || '已执行（' || u.user_no || '）'`,
    },
    {
      // Lists that were taken out, each with its reason.
      ...{ module, from: sql`generate_series(1, ${50 * share}::int) n`, action: sql`'export'` },
      ...{ at: sql`${now} - n * interval '57 hours'`, by: someOf("sales_manager", sql`n`) },
      summary: sql`case n % 3 when 0 then '导出客户' when 1 then '导出公海客户' else '导出跟进记录' end || (12 + n * 37 % 400) || '条'`,
      reason: sql`${JSON.stringify(Object.values(options.export_reason))}::jsonb ->> (n % 3)`,
    },
    {
      // A manager looked at a number they do not own, with their reason.
      ...{
        module,
        target: customer,
        from: sql`(select * from customer where id % 12 = 5 and created_at < ${now} - interval '20 days') c`,
      },
      ...{ at: sql`${now} - (c.id % 19 + 1) * interval '23 hours'`, by: someOf("sales_manager", sql`c.id`) },
      ...{ action: sql`'unmask'`, summary: sql`'查看客户' || c.customer_no || '的完整号码'` },
      reason: sql`${JSON.stringify(Object.values(options.reveal_reason))}::jsonb ->> (c.id % 3)::int`,
    },
    {
      ...{ module: house, from: sql`mansion m where m.source = 'manual'`, target: mansion },
      ...{ at: sql`m.created_at`, by: sql`m.created_by`, action: sql`'create'` },
      summary: sql`'新增楼栋 ' || m.mansion_no || ' ' || m.name`,
    },
    {
      ...{
        module: house,
        from: sql`mansion m left join mansion t on t.id = m.merged_to_id where m.version = 2`,
        target: mansion,
      },
      ...{ at: sql`m.updated_at`, by: sql`m.updated_by`, action: sql`'update'` },
      summary: sql`case m.status when 'merged' then '楼栋 ' || m.name || ' 合并至 ' || t.mansion_no || ' ' || t.name
        when 'disabled' then '停用楼栋 ' || m.mansion_no || ' ' || m.name else '编辑楼栋 ' || m.mansion_no || ' ' || m.name end`,
    },
    {
      ...{ ...applied, target: application, at: sql`a.created_at`, by: sql`null::bigint`, action: sql`'create'` },
      summary: sql`'收到楼栋申请' || a.application_no || '（' || ${said(applicationTypes, sql`a.type`)} || '）：' || a.mansion_name`,
    },
    {
      ...{ ...applied, target: application, at: sql`a.handled_at`, by: sql`a.handler_id`, action: sql`'audit'` },
      summary: sql`case when a.status = 'rejected' then '驳回楼栋申请' when a.status = 'merged' then '并入楼栋申请' when a.type = 'create' then '按申请新增楼栋'
        when a.type = 'correct' then '采纳楼栋纠错' else '确认房产认领' end || a.application_no || '：' || a.mansion_name`,
      reason: sql`a.reject_reason`,
    },
    {
      ...{ module: house, from: sql`estate e`, target: estate, at: sql`e.created_at`, by: sql`e.created_by` },
      ...{ action: sql`'create'`, summary: sql`'新增房源 ' || e.estate_no || ' ' || e.name` },
    },
    {
      ...{ module: house, from: sql`estate e`, target: estate, at: sql`e.published_at`, by: sql`e.created_by` },
      ...{ action: sql`'publish'`, summary: sql`'上架房源 ' || e.estate_no || ' ' || e.name` },
    },
    {
      ...{ module: house, from: sql`estate e where e.offline_reason is not null`, target: estate },
      ...{ at: sql`e.updated_at`, by: sql`e.created_by`, action: sql`'publish'`, reason: sql`e.offline_reason` },
      summary: sql`'下架房源 ' || e.estate_no || ' ' || e.name`,
    },
    {
      ...{ ...audit, at: sql`a.submitted_at`, by: sql`case a.submitter_type when 'user' then a.submitter_id end` },
      ...{
        action: sql`'update'`,
        summary: sql`case a.action when 'offline' then '申请下架 ' else '提交审核 ' end || ${auditTitle}`,
      },
    },
    {
      ...{ ...audit, at: sql`a.reviewed_at`, by: sql`a.reviewer_id`, action: sql`'audit'`, reason: sql`a.reject_note` },
      summary: sql`case a.status when 'approved' then '通过' else '驳回' end || ${said(auditActions, sql`a.action`)} || '审核 ' || ${auditTitle}`,
    },
    {
      ...{ module: "agent", from: sql`agent a`, target: ["agent", sql`a.id`, sql`a.name`] as const },
      ...{ at: sql`a.created_at`, by: sql`a.created_by`, action: sql`'create'` },
      summary: sql`'新增代理 ' || a.agent_no || ' ' || a.name`,
    },
    {
      ...{ ...agentLeave, at: sql`r.created_at`, by: sql`null::bigint`, action: sql`'create'`, reason: sql`r.reason` },
      summary: sql`'发起注销' || r.request_no || '：' || a.agent_no || ' ' || a.name`,
    },
    {
      ...{
        ...agentLeave,
        at: sql`r.reviewed_at`,
        by: sql`r.reviewer_id`,
        action: sql`'audit'`,
        reason: sql`r.reject_reason`,
      },
      summary: sql`case r.status when 'completed' then '通过' when 'rejected' then '驳回' else '撤回' end || '代理注销' || r.request_no`,
    },
    {
      ...{ ...clue, from: sql`clue l where l.created_by is not null`, at: sql`l.created_at`, by: sql`l.created_by` },
      ...{ action: sql`'create'`, summary: sql`'新增报备' || l.clue_no` },
    },
    {
      ...{ ...clue, at: sql`l.reviewed_at`, by: sql`l.reviewed_by`, action: sql`'audit'` },
      summary: sql`case l.status when 'invalid' then '驳回' else '通过' end || '报备' || l.clue_no`,
    },
    {
      ...{ module: "auth", from: sql`login_log l where l.result = 'success'`, at: sql`l.at`, by: sql`l.user_id` },
      ...{ action: sql`'login'`, summary: sql`'登录'`, isExtra: true },
    },
    {
      ...{
        module,
        from: sql`tracking t join customer c on c.id = t.customer_id`,
        at: sql`t.tracked_at`,
        by: sql`t.user_id`,
      },
      ...{ action: sql`'create'`, summary: sql`'新增跟进（' || c.customer_no || '）'`, isExtra: true },
      target: ["tracking", sql`t.id`, sql`c.name`],
    },
  ];
};

/** The operation log that all these rows would have left, `total` lines in all. Comes after what it tells of. */
export async function writeOperations(tx: Transaction, calendar: Calendar, total: number): Promise<void> {
  const now = sql`${new Date(calendar.now).toISOString()}::timestamptz`;
  const none = [sql`null`, sql`null::bigint`, sql`null`] as const;
  const parts = toldAt(now, total / 8_000).map(
    ({ from, at, by, module, action, summary, target, reason, changes, isExtra = false }, place) => {
      const [type, id, name] = target ?? none;
      return sql`(select ${place}::int as place, ${isExtra}::boolean as extra, ${at} as at, ${by} as by, ${module}::text as module, ${action}::text as action,
        ${summary}::text as summary, ${type}::text as type, ${id}::bigint as id, ${name}::text as name, ${reason ?? sql`null`}::text as reason,
        ${changes ?? sql`'[]'::jsonb`} as changes from ${from})`;
    },
  );
  await tx.execute(sql`
    insert into operation_log (user_id, user_name, module, action, target_type, target_id, target_name, summary, changes, ip, ua, reason, result, created_at)
    select chosen.by, coalesce(u.name, '系统'), module, action, type, chosen.id, chosen.name, summary, changes,
      '203.0.113.' || (u.id % 250 + 1), case when u.id is not null then ${userAgent}::text end, nullif(reason, ''), 'success', chosen.at
    from (select * from (${sql.join(parts, sql` union all `)}) told where at is not null
      order by extra, place in (0, 1), md5(concat_ws(' ', place, id, at)) limit ${total}::int) chosen
    left join "user" u on u.id = chosen.by
    order by chosen.at, place, chosen.id`);
}
