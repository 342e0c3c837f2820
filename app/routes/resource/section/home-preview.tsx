import { Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { type HomeSectionRow, homeSection } from "~/contract/resource/home-section";
import { type SitePlatform, sitePlatforms } from "~/contract/resource/placing";
import classes from "./section.module.css";
import { SectionView } from "./section-cards";

const widthOf = (platform: SitePlatform) => (platform === "web" ? "desktop" : "phone");

export function HomePreview({ onClose }: { onClose: () => void }) {
  const [platform, setPlatform] = useState<SitePlatform>("web");
  const shown = useCall(homeSection.shown, { query: { platform } });
  return (
    <Dialog onClose={onClose} title={t("预览首页")} fullScreen>
      <SelectOne
        label={t("平台")}
        data={Object.entries(sitePlatforms).map(([value, label]) => ({ value, label: t(label) }))}
        value={platform}
        allowDeselect={false}
        onChange={(value) => setPlatform((value ?? platform) as SitePlatform)}
        maw={240}
        mb="md"
      />
      <AsyncPart {...shown}>
        {(sections) => (
          <div className={`${classes.home} ${basic.column}`} data-width={widthOf(platform)}>
            {sections.length ? (
              sections.map((section) => <SectionView key={section.code} section={section} />)
            ) : (
              <Text c="dimmed">{t("该平台没有启用的版块")}</Text>
            )}
          </div>
        )}
      </AsyncPart>
    </Dialog>
  );
}

export function SectionPreview({ row, onClose }: { row: HomeSectionRow; onClose: () => void }) {
  const { type, rule, item_ids } = row;
  const found = useCall(homeSection.preview, { body: { type, rule, item_ids } });
  const [first = "web"] = row.platform;
  return (
    <Dialog onClose={onClose} title={t("预览：{title}", { title: row.title })} size="xl">
      <AsyncPart {...found}>
        {(items) =>
          items.length ? (
            <div className={`${classes.home} ${basic.column}`} data-width={widthOf(first)}>
              <SectionView section={{ ...row, items }} />
            </div>
          ) : (
            <Text c="dimmed">{t("现在没有内容，访客看不到这个版块")}</Text>
          )
        }
      </AsyncPart>
    </Dialog>
  );
}
