import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { SortForm } from "~/app/features/sorting/sort-form";
import { t } from "~/app/i18n/t";
import {
  type BannerPosition,
  banner,
  bannerDisplays,
  bannerPositions,
  bannerStatuses,
} from "~/contract/resource/banner";
import { platformNames } from "./banner-cells";

interface BannerSortProps {
  place: BannerPosition | undefined;
  onClose: () => void;
}

const most = 100;

export function BannerSort({ place = "home_top", onClose }: BannerSortProps) {
  const [position, setPosition] = useState<BannerPosition>(place);
  const page = useCall(banner.list, { query: { position: [position], page_size: most } });
  return (
    <Dialog onClose={onClose} title={t("轮播图排序")} closeOnClickOutside={false} size="lg">
      <SelectOne
        label={t("位置")}
        data={Object.entries(bannerPositions).map(([value, label]) => ({ value, label: t(label) }))}
        value={position}
        allowDeselect={false}
        onChange={(value) => setPosition((value ?? place) as BannerPosition)}
        mb="md"
      />
      <AsyncPart {...page}>
        {({ list }) => {
          const shown = list.filter((row) => row.position === position && row.display !== "ended");
          return (
            <SortForm
              key={shown.map(({ id }) => id).join()}
              items={shown}
              nameOf={({ title }) => title}
              factsOf={({ platform, display, status }) => [
                platformNames(platform),
                t(display ? bannerDisplays[display] : bannerStatuses[status]),
              ]}
              pictureOf={({ image }) => image}
              label={t("轮播图")}
              endpoint={banner.sort}
              onClose={onClose}
            />
          );
        }}
      </AsyncPart>
    </Dialog>
  );
}
