import { Anchor, Group } from "@mantine/core";
import { IconDownload, IconView360 } from "@tabler/icons-react";
import { Panel } from "~/app/blocks/detail/panel";
import { AlbumGallery } from "~/app/features/album/album-gallery";
import { t } from "~/app/i18n/t";
import type { Album } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";

/** So many before the rest is asked for. */
const shown = 8;

/** Pictures and films, with what else there is to see. */
export function EstateGallery({ record, pictures }: { record: EstateDetail; pictures: Album }) {
  const { vr_url, brochure } = record;
  const outside = { target: "_blank", rel: "noopener noreferrer", size: "sm" };
  return (
    <Panel
      title={t("相册")}
      tools={
        vr_url || brochure ? (
          <Group gap="md">
            {vr_url ? (
              <Anchor href={vr_url} {...outside}>
                <IconView360 size={16} aria-hidden style={{ verticalAlign: "-3px" }} /> {t("VR看房（新窗口）")}
              </Anchor>
            ) : null}
            {brochure ? (
              <Anchor
                href={brochure.url}
                {...outside}
                aria-label={t("打开楼书{name}（新窗口）", { name: brochure.name })}
              >
                <IconDownload size={16} aria-hidden style={{ verticalAlign: "-3px" }} /> {t("楼书")}
              </Anchor>
            ) : null}
          </Group>
        ) : null
      }
    >
      <AlbumGallery items={pictures.items} atFirst={shown} />
    </Panel>
  );
}
