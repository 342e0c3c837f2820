import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { coverOf } from "~/app/features/content/known-cover";
import { t } from "~/app/i18n/t";
import { contentForm, contentList } from "~/contract/content/content-screens";
import { formatBytes } from "~/contract/format";
import { type ReportDetail, type ReportFields, ReportWhole, report } from "~/contract/resource/report";
import { upload } from "~/contract/shared/upload";

type Sections = readonly FormSection<typeof ReportFields>[];

const sections = (record: ContentRecord | undefined): Sections => {
  // The record is a report's: the kind below says which endpoints have read it.
  const { file } = (record ?? {}) as Partial<ReportDetail>;
  return [
    {
      title: "文件",
      fields: [{ name: "file_id", isWide: true, media: { scene: "report", known: file ? [file] : [] } }],
      below: ({ file_id }) =>
        typeof file_id === "number" ? (
          <FilePanel key={file_id} id={file_id} known={file?.id === file_id ? file : undefined} />
        ) : null,
    },
    {
      title: "信息",
      fields: [
        { name: "title", isWide: true },
        "period",
        "category",
        "country_code",
        { name: "district_id", within: "country_code" },
        { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
        { name: "summary", isWide: true },
        "sort",
        "offline_at",
      ],
    },
    { title: "留资", fields: ["need_contact"] },
  ];
};

/** Reports: one of the kinds of content, by its fields; the form lives in the query of their list. */
export const reportKind: ContentKindOf = {
  kind: "report",
  endpoints: report,
  whole: ReportWhole,
  listPath: contentList("report"),
  formPath: (id, isDraft) => contentForm("report", id, isDraft),
  begin: { need_contact: true, sort: 100 },
  sections: sections as ContentKindOf["sections"],
};

interface Told {
  pages: number | null;
  size: number;
}

const FilePanel = ({ id, known }: { id: number; known: Told | undefined }) =>
  known ? <Facts {...known} /> : <Asked id={id} />;

function Asked({ id }: { id: number }) {
  const { answer } = useCall(upload.signed, { params: { id } });
  return answer ? <Facts {...answer} /> : null;
}

const Facts = ({ pages, size }: Told) => (
  <Note>
    {pages === null ? formatBytes(size) : t("共{pages}页 · {size}，已检查可以打开", { pages, size: formatBytes(size) })}
  </Note>
);
