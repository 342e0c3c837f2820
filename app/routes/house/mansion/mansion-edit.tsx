import "@mantine/core/styles/Alert.css";
import { Alert, Stack } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { IconGitMerge } from "@tabler/icons-react";
import { type MutableRefObject, useCallback, useRef, useState } from "react";
import { z } from "zod";
import { call } from "~/app/api/call";
import { loaderOf } from "~/app/api/load";
import type { WriteError } from "~/app/api/writes";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useQuestion } from "~/app/blocks/form/use-question";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { TextLink } from "~/app/blocks/text-link";
import { AlbumPanel } from "~/app/features/album/album-panel";
import { t } from "~/app/i18n/t";
import { type Album, album } from "~/contract/house/album";
import { type MansionDetail, mansion, mansionScreens, type SimilarMansion } from "~/contract/house/mansion";
import { MansionFacts } from "./mansion-facts";
import { MansionHead } from "./mansion-head";
import { editPath, listPath } from "./mansion-paths";
import { albumSection, sections } from "./mansion-sections";
import { SectionNav } from "./section-nav";
import nav from "./section-nav.module.css";

const SimilarNotice = lazyPart(() => import("./similar-notice"), "SimilarNotice");

const asking = ["name", "country_code", "lat", "lng"] as const;
const Same = z.object({ id: z.number(), mansion_no: z.string() });

/** Which buildings the one in a form looks like, asked for whenever its name or place is left and is not what the record says; all that it gives is the form's. */
function useSimilar(record: ({ id: number } & FormValues) | undefined) {
  const [found, setFound] = useState<readonly SimilarMansion[]>([]);
  const [same, setSame] = useState<z.output<typeof Same>>();
  const ask = useQuestion(record && textOf(queryOf(record)));

  const onLeave = useCallback(
    async (name: string, values: FormValues) => {
      if (!asking.some((one) => one === name)) return;
      const query = queryOf(values);
      await ask(
        textOf(query),
        async () => {
          setSame(undefined);
          // The server decides when the form is sent: no answer now is no news.
          return query ? call(mansion.similar, { query: { ...query, exclude_id: record?.id } }, { silent: true }) : [];
        },
        (reply) => setFound(reply ?? []),
      );
    },
    [ask, record?.id],
  );
  /** Names the building that has this name and address already. */
  const onError = ({ code, data }: WriteError) => {
    if (code === 40900) setSame(Same.safeParse(data).data);
  };
  const notice = {
    at: "name" as const,
    show: () => (found.length || same ? <SimilarNotice similar={found} same={same} /> : null),
  };
  return { notice, onLeave, onError };
}

const textOf = (query: ReturnType<typeof queryOf>) => (query ? JSON.stringify(query) : "");

/** The query for a form with these values; none without a name. */
function queryOf({ name, country_code, lat, lng }: FormValues) {
  const called = typeof name === "string" ? name.trim() : "";
  if (!called) return undefined;
  const country = typeof country_code === "string" && country_code ? { country: country_code } : {};
  const place = typeof lat === "number" && typeof lng === "number" ? { lat, lng } : {};
  return { name: called, ...country, ...place };
}

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

const MergedNote = ({ to }: { to: NonNullable<MansionDetail["merged_to"]> }) => (
  <Alert color="orange" variant="outline" icon={<IconGitMerge aria-hidden />} p="sm">
    {t("已合并至")} <TextLink to={editPath(to.id)}>{`${to.name}（${to.mansion_no}）`}</TextLink>
  </Alert>
);

interface MansionAlbumProps {
  record: MansionDetail | undefined;
  pictures: Album | undefined;
  unsaved: MutableRefObject<boolean>;
}

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

function MansionForm({ record, onCreated }: { record: MansionDetail | undefined; onCreated: (id: number) => void }) {
  const navigate = useNavigate();
  const { notice, onLeave, onError } = useSimilar(record);
  const bound = useRecordForm(form, record, { onCreated: ({ id }) => onCreated(id), onError });
  return (
    <section className={panel.panel} aria-label={t("楼栋资料")}>
      <RecordForm form={bound} isLong notice={notice} onLeave={onLeave} onCancel={() => navigate(listPath)} />
    </section>
  );
}
