import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { MenuButton } from "~/app/blocks/menu-button";
import { copyText } from "~/app/browser/copy-text";
import { t } from "~/app/i18n/t";
import { analysis } from "~/contract/analysis/analysis";
import type { Ref } from "~/contract/common";
import { briefingTypes } from "~/contract/system/briefing-types";
import classes from "./analysis.module.css";
import { daysText } from "./hidden-counts";
import type { ShownBriefing } from "./load";

export function BriefingActs({ briefing, picture }: { briefing: ShownBriefing; picture: RefObject<HTMLDivElement> }) {
  const [isDrawing, setDrawing] = useState(false);
  const { confirm, dialog } = useConfirm();
  const { type, to, webhooks } = briefing;
  const name = t("销售{type} {days}", { type: t(briefingTypes[type]), days: daysText(briefing) });
  const copy = async () => {
    if (await copyText([name, ...briefing.sentences].join("\n"))) toast.success(t("已复制"));
    else toast.error(t("浏览器不允许复制，请选中文字后复制"));
  };
  const draw = async () => {
    const place = picture.current;
    if (!place) return;
    setDrawing(true);
    try {
      const { exportPicture } = await import("~/app/blocks/chart/chart-export");
      await exportPicture(place, name);
    } catch {
      toast.error(t("图片生成失败，请重试"));
    } finally {
      setDrawing(false);
    }
  };
  const push = (webhook: Ref) =>
    confirm(
      analysis.push,
      { body: { webhook_id: webhook.id, type, date: to } },
      {
        text: t("把{name}推送到“{group}”？", { name, group: webhook.name }),
        confirmLabel: t("推送"),
        isDanger: false,
        success: ({ is_queued }) =>
          is_queued ? t("已提交，稍后送达“{group}”", { group: webhook.name }) : t("演示环境不外发，没有推送"),
      },
    );
  return (
    <div className={`${classes.acts} ${basic.flow} ${basic.gap8}`}>
      <Button variant="default" onClick={copy}>
        {t("复制文本")}
      </Button>
      <Button variant="default" onClick={draw} loading={isDrawing}>
        {t("导出图片")}
      </Button>
      {webhooks ? (
        <MenuButton
          actions={
            webhooks.length ? webhooks.map((one) => ({ label: one.name, onSelect: () => push(one) })) : nowhere()
          }
        >
          {({ isWaiting, ...opener }) => (
            <Button
              loading={isWaiting}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-haspopup="menu"
              {...opener}
            >
              {t("推送到群")}
            </Button>
          )}
        </MenuButton>
      ) : null}
      {dialog}
    </div>
  );
}

const nowhere = () => [
  { label: t("没有可以推送的群"), blocked: t("没有订阅“销售简报”的群，可在设置中心的Webhook中添加") },
];
