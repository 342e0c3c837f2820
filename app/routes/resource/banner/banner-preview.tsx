import { Flex, Text } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { type BannerDetail, type BannerPosition, bannerPositions } from "~/contract/resource/banner";
import { upload } from "~/contract/shared/upload";
import classes from "./banner-preview.module.css";

export function BannerPreview({ values, record }: { values: FormValues; record: BannerDetail | undefined }) {
  const position = (values.position ?? "home_top") as BannerPosition;
  const [image, own] = [numberOf(values.image_id), numberOf(values.image_mobile_id)];
  const isApp = position === "app_splash" || position === "app_popup";
  const place = { position, known: knownOf(record) };
  return (
    <Flex wrap="wrap" align="flex-end" gap={24}>
      {isApp ? null : <Sketch {...place} width="desktop" label={t("桌面")} image={image} />}
      <Sketch {...place} width="phone" label={t("手机")} image={own ?? image} />
    </Flex>
  );
}

interface SketchProps {
  position: BannerPosition;
  width: "desktop" | "phone";
  label: string;
  image: number | null;
  known: ReadonlyMap<number, string>;
}

function Sketch({ position, width, label, image, known }: SketchProps) {
  const name = t("{width}：{position}", { width: label, position: t(bannerPositions[position]) });
  return (
    <figure className={classes.figure} data-width={width}>
      <div
        className={`${classes.screen} ${basic.gap8} ${basic.relative} ${basic.clipped}`}
        data-width={width}
        data-position={position}
        role="img"
        aria-label={name}
      >
        <div
          className={basic.wide}
          style={{ height: 28, marginInline: -24, background: "var(--mantine-color-default-border)" }}
        />
        <div className={`${classes.slot} ${basic.grid} ${basic.wide} ${basic.clipped}`}>
          {image === null ? <Nothing /> : <Picture key={image} id={image} url={known.get(image)} />}
        </div>
        {["a", "b", "c", "d"].map((key) => (
          <div key={key} className={classes.card} />
        ))}
      </div>
      <Text component="figcaption" c="dimmed" fz={12} ta="center" mt={8}>
        {name}
      </Text>
    </figure>
  );
}

const Picture = ({ id, url }: { id: number; url: string | undefined }) =>
  url ? <img src={url} alt="" className={basic.fill} style={{ objectFit: "cover" }} /> : <SentPicture id={id} />;

function SentPicture({ id }: { id: number }) {
  const { answer } = useCall(upload.signed, { params: { id } });
  return answer ? <img src={answer.url} alt="" className={basic.fill} style={{ objectFit: "cover" }} /> : <Nothing />;
}

const Nothing = () => (
  <span className={`${basic.grid} ${basic.dim}`} style={{ placeItems: "center" }}>
    <IconPhoto size={24} stroke={1.5} aria-hidden />
  </span>
);

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

function knownOf(record: BannerDetail | undefined): ReadonlyMap<number, string> {
  const { image_id, image_url, image_mobile_id, image_mobile_url } = record ?? {};
  return new Map([
    ...(image_id && image_url ? [[image_id, image_url] as const] : []),
    ...(image_mobile_id && image_mobile_url ? [[image_mobile_id, image_mobile_url] as const] : []),
  ]);
}
