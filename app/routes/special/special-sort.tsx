import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl } from "@mantine/core";
import { t } from "~/app/i18n/t";

const sorts = {
  "-inquiry_count": "询盘最多",
  "-uv_count": "UV最多",
  "-publish_at": "最新发布",
};

/** The order of the cards. */
export const SpecialSort = ({ value, onChange }: { value: string; onChange: (sort: string) => void }) => (
  <SegmentedControl
    aria-label={t("排序")}
    value={value}
    data={Object.entries(sorts).map(([sort, label]) => ({ value: sort, label: t(label) }))}
    onChange={onChange}
  />
);
