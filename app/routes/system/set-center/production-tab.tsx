import { Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatMoment } from "~/app/blocks/detail/format";
import { TitledPart } from "~/app/blocks/detail/titled-part";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { type Production, productionNeeds } from "~/contract/system/production";

/** What is wrong with this installation, and what it lacks before people work with it. */
export function ProductionTab({ alerts, needs }: Production) {
  if (!alerts.length && !needs.length) return <Empty title={t("没有告警，正式使用所需的都已具备")} />;
  return (
    <Stack gap={28} maw={720}>
      {alerts.length ? (
        <TitledPart title={t("告警")}>
          <Items
            about={t("每5分钟检查一次，消除后自动移出。")}
            items={alerts.map(({ title, content, since }) => [
              t("{title}（{at}起）", { title, at: formatMoment(since) }),
              content,
            ])}
          />
        </TitledPart>
      ) : null}
      {needs.length ? (
        <TitledPart title={t("正式使用前")}>
          <Items
            about={t("大写的是服务器的环境变量，重启后生效。")}
            items={needs.map((need) => [t(productionNeeds[need].title), t(productionNeeds[need].text)])}
          />
        </TitledPart>
      ) : null}
    </Stack>
  );
}

const Items = ({ about, items }: { about: string; items: [title: string, text: string][] }) => (
  <>
    <Note mb="sm">{about}</Note>
    <Stack component="ul" gap={16} m={0} className={basic.bare}>
      {items.map(([title, text]) => (
        <li key={title} style={{ listStyle: "none" }}>
          <Text fw={600}>{title}</Text>
          <Text fz={14}>{text}</Text>
        </li>
      ))}
    </Stack>
  </>
);
