import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { formatMoment } from "~/app/blocks/detail/format";
import { TitledPart } from "~/app/blocks/detail/titled-part";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import {
  previewMinutes,
  type SyncDetail,
  type SyncProposal,
  type SyncRun,
  type SyncState,
  syncActs,
  syncKinds,
  syncStatuses,
  syncTargets,
  wecomSync,
} from "~/contract/system/wecom-sync";

/** The sync with WeCom's company tree: whether it runs, what a preview would change, and the runs. */
export function WecomSync({ state }: { state: SyncState }) {
  const { off_reason, can_ask, linked, open, runs } = state;
  const { run, pending } = useAct();
  const preview = () => run(wecomSync.preview, {}, { success: t("已预览，没有改动任何数据") });
  return (
    <Stack gap={28} pt={12} maw={860}>
      <Alert
        color={off_reason === null ? "green" : "orange"}
        icon={<IconInfoCircle aria-hidden />}
        p="sm"
        role="status"
      >
        {off_reason === null
          ? t("自动同步已开启，已同步{linked}人。", { linked })
          : t("自动同步未运行：{reason}", { reason: t(off_reason) })}
      </Alert>
      <TitledPart title={t("预览")}>
        <Note mb="sm">{t("先预览，确认后执行；预览{minutes}分钟内有效。", { minutes: previewMinutes })}</Note>
        <Button variant="default" onClick={preview} loading={pending} disabled={!can_ask}>
          {t("预览同步")}
        </Button>
        {open ? <Preview open={open} /> : null}
      </TitledPart>
      <TitledPart title={t("同步记录")}>
        {runs.length ? <Runs runs={runs} /> : <Empty title={t("还没有同步过")} />}
      </TitledPart>
    </Stack>
  );
}

function Preview({ open }: { open: SyncDetail }) {
  const { hash, rows, views, reasons, proposals } = open;
  const { afterQuestion, dialog } = useActs();
  const question = { text: t("将按预览改动团队和员工。"), confirmLabel: t("执行"), success: t("已同步") };
  const execute = hash ? afterQuestion(wecomSync.run, { body: { hash } }, question) : undefined;
  return (
    <Stack gap={12} mt="md">
      <Text fw={600}>{countsText(open)}</Text>
      {reasons.map((reason) => (
        <Text key={reason} c="var(--mantine-color-error)">
          {reason}
        </Text>
      ))}
      {proposals.map((one) => (
        <Proposed key={one.userid} proposal={one} />
      ))}
      {hash ? null : <Text>{t("有成员已处理，请重新预览。")}</Text>}
      <Items
        items={rows.map(({ of, act, name, note }) => [`${t(syncActs[act])}${t(syncTargets[of])}：${name}`, note])}
      />
      {views.length ? <Text fz={14}>{t("可见数据会变化的员工：{names}", { names: views.join("、") })}</Text> : null}
      {execute && rows.length ? (
        <div>
          <Button onClick={execute.onSelect}>{t("执行同步")}</Button>
        </div>
      ) : null}
      {dialog}
    </Stack>
  );
}

function Proposed({ proposal: { userid, name, user, by } }: { proposal: SyncProposal }) {
  const { run, pending } = useAct();
  const same = by === "phone" ? t("手机号") : t("邮箱");
  return (
    <Group gap={8}>
      <Text>{t("{name}（{userid}）与员工{user}的{same}相同", { name, userid, user: user.name, same })}</Text>
      <Button
        size="xs"
        loading={pending}
        onClick={() => run(wecomSync.link, { body: { userid, user_id: user.id } }, { success: t("已绑定") })}
      >
        {t("是同一人，绑定")}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={pending}
        onClick={() => run(wecomSync.part, { body: { userid } }, { success: t("将另建账号") })}
      >
        {t("不是同一人")}
      </Button>
    </Group>
  );
}

const Runs = ({ runs }: { runs: readonly SyncRun[] }) => (
  <Items
    items={runs.map((run) => [
      `${formatMoment(run.created_at)} ${t(syncKinds[run.kind])} ${t(syncStatuses[run.status])}${run.user ? ` ${run.user.name}` : ""}`,
      [countsText(run), ...run.reasons].join("；"),
    ])}
  />
);

const Items = ({ items }: { items: [title: string, text: string][] }) => (
  <Stack component="ul" gap={8} m={0} className={basic.bare}>
    {items.map(([title, text], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no name of their own and never move
      <li key={index} style={{ listStyle: "none" }}>
        <Text>{title}</Text>
        {text ? (
          <Text fz={14} className={basic.dim}>
            {text}
          </Text>
        ) : null}
      </li>
    ))}
  </Stack>
);

function countsText({ counts }: SyncRun): string {
  const parts = Object.entries(counts).map(([key, count]) => {
    const [of, act] = key.split(".") as [keyof typeof syncTargets, keyof typeof syncActs]; // as the server writes them
    return `${t(syncActs[act])}${t(syncTargets[of])} ${count}`;
  });
  return parts.length ? parts.join("、") : t("没有变化");
}
