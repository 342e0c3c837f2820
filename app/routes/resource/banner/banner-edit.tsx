import { Stack } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { useRef } from "react";
import { loaderOf } from "~/app/api/load";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { useAct } from "~/app/blocks/feedback/use-act";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useRecordForm } from "~/app/blocks/form/use-record-form";
import { t } from "~/app/i18n/t";
import { type BannerDetail, banner, bannerScreens } from "~/contract/resource/banner";
import { formPath } from "./banner-columns";
import { bannerForm } from "./banner-form";

export const clientLoader = loaderOf(bannerScreens["/resources/banner/deployBanner"]);
export { write as clientAction } from "~/app/api/writes";

const listPath = "/resources/banner";

export default function BannerEdit() {
  const { record } = useLoaderData<typeof clientLoader>();
  return (
    <Stack maw={1080}>
      <ScreenHeading />
      <section className={panel.panel} aria-label={record?.title ?? t("新的轮播图")}>
        <BannerForm key={record?.id} record={record} />
      </section>
    </Stack>
  );
}

function BannerForm({ record }: { record: BannerDetail | undefined }) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  const isEnabling = useRef(false);
  const saved = (id: number) => {
    const open = () => (record ? undefined : navigate(formPath(id), { replace: true }));
    if (!isEnabling.current) return navigate(listPath);
    // What is refused is saved all the same: one goes on with it.
    run(
      banner.enable,
      { params: { id } },
      { success: t("已启用"), onSuccess: () => navigate(listPath), onError: open },
    );
  };
  const form = useRecordForm(bannerForm, record, {
    onCreated: ({ id }) => saved(id),
    onUpdated: ({ id }) => saved(id),
  });
  return (
    <RecordForm
      form={{ ...form, pending: form.pending || pending }}
      isLong
      ways={record?.status === "enabled" ? [] : [t("保存并启用")]}
      onWay={(way) => {
        isEnabling.current = way === 0;
      }}
      onCancel={() => navigate(listPath)}
    />
  );
}
