import "@mantine/core/styles/Switch.css";
import { Group, Stack, Switch } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Link } from "~/app/blocks/link";
import { dealsPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { liveStatuses } from "~/contract/deal/deal-kinds";
import { formatNumber } from "~/contract/decimal";
import { mayCall, type Reply } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";
import { user } from "~/contract/personal/user";
import { targetMetrics } from "~/contract/system/target";
import classes from "./own-figures.module.css";

export function OwnFigures({ summary }: { summary: Reply<typeof user.summary> }) {
  const figures = [
    { label: t("客户"), count: summary.customer_count, limit: summary.customer_cap, isGoal: false },
    { label: t("锁定客户"), count: summary.lock_count, limit: summary.lock_limit, isGoal: false },
    { label: t("今日查看完整号码"), count: summary.reveal_count, limit: summary.reveal_limit, isGoal: false },
  ];
  const profile = useProfile();
  const goals = summary.targets.map(({ metric, value, actual }) => ({
    label: t("本月{target}", { target: t(targetMetrics[metric].label) }),
    count: actual ?? 0,
    limit: Number(value),
    isGoal: true,
  }));
  return (
    <>
      {mayCall(profile, inquiry.contacted) ? <OnDuty count={summary.inquiry_count} /> : null}
      <Stack component="dl" gap={14} m={0} className={classes.figures}>
        {summary.deal_count === null ? null : (
          <div>
            <dt>{t("进行中的成交")}</dt>
            <dd className={basic.flat}>
              <Link to={`${dealsPath}?owner_id=${profile.id}&status=${liveStatuses.join(",")}`}>
                <b className={basic.bold}>{formatNumber(summary.deal_count)}</b>
              </Link>
            </dd>
          </div>
        )}
        {[...figures, ...goals].map(({ label, count, limit, isGoal }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={basic.flat}>
              <b className={basic.bold}>{formatNumber(count)}</b> / {formatNumber(limit)}
            </dd>
            <dd
              className={`${classes.bar} ${basic.flat}`}
              aria-hidden
              data-full={(!isGoal && count >= limit) || undefined}
            >
              <span style={{ width: `${limit > 0 ? Math.min(100, (count / limit) * 100) : 100}%` }} />
            </dd>
          </div>
        ))}
      </Stack>
    </>
  );
}

function OnDuty({ count }: { count: number }) {
  const { accept_inquiry } = useProfile();
  const { run, pending } = useAct();
  const toggle = () =>
    run(
      user.update,
      { body: { accept_inquiry: !accept_inquiry } },
      { success: accept_inquiry ? t("已关闭接单") : t("已打开接单") },
    );
  return (
    <Group justify="space-between" gap="8px 16px" mih={44} mb={12}>
      <Switch checked={accept_inquiry} onChange={toggle} disabled={pending} label={t("接单开关")} />
      <Link to="/inquiry/all-inquiry?view=mine">{t("未结询盘 {n}", { n: formatNumber(count) })}</Link>
    </Group>
  );
}
