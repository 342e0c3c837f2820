import panel from "~/app/blocks/form/form-panel.module.css";
import "@mantine/core/styles/Alert.css";
import { Alert, Stack } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { IconGitMerge } from "@tabler/icons-react";
import { type MutableRefObject, useRef, useState } from "react";
import { loaderOf } from "~/app/api/load";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { useAct } from "~/app/blocks/feedback/use-act";
import { RecordForm } from "~/app/blocks/form/record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { TextLink } from "~/app/blocks/text-link";
import { AlbumPanel } from "~/app/features/album/album-panel";
import { t } from "~/app/i18n/t";
import { type Album, album } from "~/contract/house/album";
import { type MansionDetail, mansion, mansionScreens } from "~/contract/house/mansion";
import { MansionFacts } from "./mansion-facts";
import { MansionHead } from "./mansion-head";
import { editPath, listPath } from "./mansion-paths";
import { albumSection, sections } from "./mansion-sections";
import { SectionNav } from "./section-nav";
import nav from "./section-nav.module.css";
import { useSimilar } from "./use-similar";

export const clientLoader = loaderOf(mansionScreens["/house/mansion-management/mansion-management-edit"]);
export { write as clientAction } from "~/app/api/writes";

const form = recordForm({
  create: mansion.create,
  update: mansion.update,
  draft: "mansion",
  sections: (_record?: MansionDetail) => sections,
});

const parts = [...sections, albumSection];

export default function MansionEdit() {
  const navigate = useNavigate();
  const { record, pictures } = useLoaderData<typeof clientLoader>();
  // The building that was a new one here: the pictures that were added to it wait for its album.
  const [made, setMade] = useState<number>();
  const unsaved = useRef(false);
  const kept = record === undefined || record.id === made;
  const goOn = (id: number) => {
    setMade(id);
    unsaved.current = false;
    navigate(editPath(id), { replace: true });
  };
  return (
    <Stack>
      <ScreenHeading />
      {record ? <MansionHead record={record} /> : null}
      {record?.merged_to ? <MergedNote to={record.merged_to} /> : null}
      <div className={nav.sided}>
        <SectionNav sections={parts} />
        <Stack miw={0}>
          {record && !record.can.edit ? (
            <MansionFacts record={record} />
          ) : (
            <MansionForm key={`form-${record?.id}`} record={record} onCreated={goOn} />
          )}
          <MansionAlbum
            key={`album-${kept ? "new" : record.id}`}
            record={record}
            pictures={pictures}
            unsaved={unsaved}
          />
        </Stack>
      </div>
    </Stack>
  );
}

function MergedNote({ to }: { to: NonNullable<MansionDetail["merged_to"]> }) {
  return (
    <Alert color="orange" variant="outline" icon={<IconGitMerge aria-hidden />} p="sm">
      {t("已合并至")} <TextLink to={editPath(to.id)}>{`${to.name}（${to.mansion_no}）`}</TextLink>
    </Alert>
  );
}

interface MansionAlbumProps {
  record: MansionDetail | undefined;
  pictures: Album | undefined;
  unsaved: MutableRefObject<boolean>;
}

/** A building's pictures, which are saved by themselves. */
function MansionAlbum({ record, pictures, unsaved }: MansionAlbumProps) {
  const { run, pending } = useAct();
  return (
    <div id={albumSection.id} tabIndex={-1} style={{ outline: "none", scrollMarginTop: 112 }}>
      <AlbumPanel
        album={pictures}
        mayEdit={record?.can.edit ?? true}
        pending={pending}
        dirty={unsaved}
        onSave={(body, then) => {
          if (record)
            run(album.replaceOfMansion, { params: { id: record.id }, body }, { success: t("相册已保存"), ...then });
        }}
      />
    </div>
  );
}

interface MansionFormProps {
  record: MansionDetail | undefined;
  onCreated: (id: number) => void;
}

function MansionForm({ record, onCreated }: MansionFormProps) {
  const navigate = useNavigate();
  const { notice, onLeave, onError } = useSimilar(record);
  const bound = useRecordForm(form, record, { onCreated: ({ id }) => onCreated(id), onError });
  return (
    <section className={panel.panel} aria-label={t("楼栋资料")}>
      <RecordForm form={bound} isLong notice={notice} onLeave={onLeave} onCancel={() => navigate(listPath)} />
    </section>
  );
}
