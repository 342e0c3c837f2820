import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useMemo } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { type BannerCheck, BannerPlace, banner } from "~/contract/resource/banner";
import { platformNames } from "./banner-cells";

const pause = 300;

/** With what it would stand at its place, asked again whenever what is typed says where and when. It hinders nobody from saving: only enabling is refused. */
export function PlaceNotice({ values, exceptId }: { values: FormValues; exceptId: number | undefined }) {
  const place = useMemo(() => {
    const parsed = BannerPlace.safeParse({ ...values, exclude_id: exceptId ?? null });
    return parsed.success ? JSON.stringify(parsed.data) : "";
  }, [values, exceptId]);
  const [asked] = useDebouncedValue(place, pause);
  return asked ? <Asked place={asked} /> : null;
}

function Asked({ place }: { place: string }) {
  // No answer does no harm: it is checked again when it is enabled.
  const { answer } = useCall(banner.check, { body: JSON.parse(place) });
  return answer ? <Checked {...answer} /> : null;
}

const mostNamed = 5;

function Checked({ overlaps, most, max }: BannerCheck) {
  if (overlaps.length === 0)
    return (
      <Alert color="green" variant="light" role="status" icon={<IconCircleCheck aria-hidden />} mt="md">
        {t("这段时间该位置没有别的轮播图，上限{max}张", { max })}
      </Alert>
    );
  const isTooMany = most > max;
  return (
    <Alert
      color={isTooMany ? "orange" : "blue"}
      variant="light"
      role="status"
      mt="md"
      icon={isTooMany ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={
        isTooMany
          ? t("该位置同时最多会有{most}张，超过上限{max}张，不能启用", { most, max })
          : t("与{n}张轮播图时间重叠，同时最多{most}张，上限{max}张", { n: overlaps.length, most, max })
      }
    >
      {overlaps.slice(0, mostNamed).map(({ id, title, platform, start_at, end_at }) => (
        <div key={id}>
          {t("“{title}” {platform} {from} 至 {to}", {
            title,
            platform: platformNames(platform),
            from: formatInstant(start_at),
            to: end_at ? formatInstant(end_at) : t("一直展示"),
          })}
        </div>
      ))}
      {overlaps.length > mostNamed ? t("等{n}张", { n: overlaps.length }) : null}
    </Alert>
  );
}
