import "@mantine/core/styles/Alert.css";
import { Alert, Stack } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { IconGitMerge } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { type MansionDetail, mansionScreens } from "~/contract/house/mansion";
import { MansionAlbum } from "./mansion-album";
import classes from "./mansion-edit.module.css";
import { MansionFacts } from "./mansion-facts";
import { MansionForm } from "./mansion-form";
import { MansionHead } from "./mansion-head";
import { editPath } from "./mansion-paths";
import { albumSection, sections } from "./mansion-sections";
import { SectionNav } from "./section-nav";

export const clientLoader = loaderOf(mansionScreens["/house/mansion-management/mansion-management-edit"]);

export const clientAction = write;

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
      <div className={classes.body}>
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
