import { type SQL, sql } from "drizzle-orm";
import { poolReasons } from "~/contract/customer/customer-record";
import { auditActions } from "~/contract/house/estate-audit";
import { options } from "~/server/database/baseline/options";
import { momentSql } from "../shared/rows";
import type { Writing } from "../terms";

export const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const said = (words: object, key: SQL) => sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${key}, ${key})`;
const oneOf = (words: object, place: SQL) => sql`${JSON.stringify(Object.values(words))}::jsonb ->> (${place})::int`;
const someOf = (role: string, chance: SQL) => sql`(select u.id from "user" u join user_role ur on ur.user_id = u.id
  join role r on r.id = ur.role_id where r.code = ${role} and u.status = 'enabled' order by hashint8(u.id * 31 + ${chance}) limit 1)`;

/** What one kind of row has left in the log: `at`, `by`, `action`, `summary`, and where there is one the target's `id` and `name`, a `reason` and `changes`. */
type Told = readonly [module: string, target: string | null, rows: SQL];

/** Every act that writes a log line, in the acts' own words. */
const toldAt = (now: SQL, share: number): Told[] => {
  return [
    ...acts("customer", "customer", [
      sql`l.at, l.by, c.id, c.name, concat_ws('：', ${said({ ...poolReasons, ...options.release_reason }, sql`l.reason`)}, l.note) as reason,
        case when l.action in ('create', 'claim') then l.action when l.action in ('assign', 'transfer') then 'assign' else 'release' end as action,
        case l.action when 'create' then '新增客户' || c.customer_no when 'claim' then '领取客户' || c.customer_no
          when 'assign' then '分配客户' || c.customer_no || '给' || t.name when 'transfer' then '转移客户' || c.customer_no || '给' || t.name
          when 'release' then '释放客户' || c.customer_no || '到公海' when 'auto_release' then '客户' || c.customer_no || '自动释放到公海'
          else '离职交接，客户' || c.customer_no || '进公海' end as summary
        from customer_owner_log l join customer c on c.id = l.customer_id left join "user" t on t.id = l.to_user`,
      sql`l.at, l.by, l.changes, l.reason, c.id, c.name, case l.action when 'recycle' then 'delete' else 'update' end as action,
        case l.action when 'recycle' then '将客户' || c.customer_no || '移入回收站' when 'lock' then '锁定客户' || c.customer_no
          when 'track' then '跟进更新客户' || c.customer_no when 'tag' then '修改客户' || c.customer_no || '的标签' else '编辑客户' || c.customer_no end as summary
        from customer_change_log l join customer c on c.id = l.customer_id`,
      // A manager looked at a number they do not own, with their reason.
      sql`${now} - (c.id % 19 + 1) * interval '23 hours' as at, ${someOf("sales_manager", sql`c.id`)} as by, 'unmask' as action, c.id, c.name,
        '查看客户' || c.customer_no || '的完整号码' as summary, ${oneOf(options.reveal_reason, sql`c.id % 3`)} as reason
        from customer c where id % 12 = 5 and created_at < ${now} - interval '20 days'`,
    ]),
    // Lists that were taken out, each with its reason.
    ...acts("customer", null, [
      sql`${now} - n * interval '57 hours' as at, ${someOf("sales_manager", sql`n`)} as by, 'export' as action, ${oneOf(options.export_reason, sql`n % 3`)} as reason,
        case n % 3 when 0 then '导出客户' when 1 then '导出公海客户' else '导出跟进记录' end || (12 + n * 37 % 400) || '条' as summary
        from generate_series(1, ${50 * share}::int) n`,
    ]),
    ...acts("house", "mansion", [
      sql`m.created_at as at, m.created_by as by, 'create' as action, '新增楼栋 ' || m.mansion_no || ' ' || m.name as summary, m.id, m.name
        from mansion m where m.source = 'manual'`,
      sql`m.updated_at as at, m.updated_by as by, 'update' as action, m.id, m.name,
        case m.status when 'merged' then '楼栋 ' || m.name || ' 合并至 ' || t.mansion_no || ' ' || t.name
          when 'disabled' then '停用楼栋 ' || m.mansion_no || ' ' || m.name else '编辑楼栋 ' || m.mansion_no || ' ' || m.name end as summary
        from mansion m left join mansion t on t.id = m.merged_to_id where m.version = 2`,
    ]),
    ...acts("house", "mansion_application", [
      sql`a.handled_at as at, a.handler_id as by, 'audit' as action, a.reject_reason as reason,
        case when a.status = 'rejected' then '驳回楼栋申请' when a.status = 'merged' then '并入楼栋申请' when a.type = 'create' then '按申请新增楼栋'
          when a.type = 'correct' then '采纳楼栋纠错' else '确认房产认领' end || a.application_no || '：' || a.mansion_name as summary, a.id, a.application_no as name from mansion_application a`,
    ]),
    ...acts("house", "estate", [
      sql`e.created_at as at, e.created_by as by, 'create' as action, '新增房源 ' || e.estate_no || ' ' || e.name as summary, e.id, e.name from estate e`,
      sql`e.published_at as at, e.created_by as by, 'publish' as action, '上架房源 ' || e.estate_no || ' ' || e.name as summary, e.id, e.name from estate e`,
      sql`a.reviewed_at as at, a.reviewer_id as by, 'audit' as action, a.reject_note as reason,
        case a.status when 'approved' then '通过' else '驳回' end || ${said(auditActions, sql`a.action`)} || '审核 ' || e.estate_no || ' ' || e.name || '（' || a.audit_no || '）' as summary, e.id, e.name from estate_audit a join estate e on e.id = a.estate_id`,
    ]),
    ...acts("agent", "agent", [
      sql`a.created_at as at, a.created_by as by, 'create' as action, '新增代理 ' || a.agent_no || ' ' || a.name as summary, a.id, a.name from agent a`,
    ]),
    ...acts("clue", "clue", [
      sql`l.reviewed_at as at, l.reviewed_by as by, 'audit' as action, case l.status when 'invalid' then '驳回' else '通过' end || '报备' || l.clue_no as summary, l.id, l.clue_no as name from clue l`,
    ]),
    // Of these only as many as there is room for.
    ...acts("auth", null, [
      sql`l.at, l.user_id as by, 'login' as action, '登录' as summary from login_log l where l.result = 'success'`,
    ]),
    ...acts("customer", "tracking", [
      sql`t.tracked_at as at, t.user_id as by, 'create' as action, '新增跟进（' || c.customer_no || '）' as summary, t.id, c.name
        from tracking t join customer c on c.id = t.customer_id`,
    ]),
  ];
};

const acts = (module: string, target: string | null, columns: readonly SQL[]): Told[] =>
  columns.map((acted) => [module, target, sql`select ${acted}`]);

/** The operation log that all these rows would have left, `total` lines in all. Comes after what it tells of. */
export async function writeOperations({ tx, calendar, isFull }: Writing): Promise<void> {
  const total = isFull ? 8_000 : 800;
  const parts = toldAt(momentSql(calendar.now), total / 8_000).map(
    (
      [module, target, rows],
      place,
    ) => sql`select ${place}::int as place, ${module}::text as module, ${target}::text as type,
      to_jsonb(acted) as line from (${rows}) acted`,
  );
  await tx.execute(sql`
    insert into operation_log (user_id, user_name, module, action, target_type, target_id, target_name, summary, changes, ip, ua, reason, result, created_at)
    select chosen.by, coalesce(u.name, '系统'), module, action, type, chosen.id, chosen.name, summary, coalesce(changes, '[]'),
      '203.0.113.' || (u.id % 250 + 1), case when u.id is not null then ${userAgent}::text end, nullif(reason, ''), 'success', chosen.at
    from (
      select * from (${sql.join(parts, sql` union all `)}) all_acts
        cross join lateral jsonb_to_record(all_acts.line) as line (at timestamptz, by bigint, action text, summary text, id bigint, name text, reason text, changes jsonb)
      where at is not null
      order by module = 'auth' or coalesce(type = 'tracking', false), place in (0, 1), md5(concat_ws(' ', place, id, at)) limit ${total}::int) chosen
    left join "user" u on u.id = chosen.by
    order by chosen.at, place, chosen.id`);
}
