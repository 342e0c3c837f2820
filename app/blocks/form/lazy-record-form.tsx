import { Center, Loader } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { lazyPart } from "../lazy-part";
import type { RecordForm } from "./record-form";

const Loading = () => (
  <Center mih={120}>
    <Loader role="progressbar" size="sm" aria-label={t("加载中")} />
  </Center>
);

/** The record form for lists, details and dialogs, which most visits leave without one. A form screen takes RecordForm itself. */
export const LazyRecordForm = lazyPart(
  () => import("./record-form"),
  "RecordForm",
  Loading,
  // `lazyPart` loses the type parameter; the form hands over what this very schema has parsed.
) as unknown as typeof RecordForm;
