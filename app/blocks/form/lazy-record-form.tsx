import { WaitingRecord } from "../feedback/waiting";
import { lazyPart } from "../lazy-part";
import type { RecordForm } from "./record-form";

/** The record form for lists, details and dialogs: most visits open none. A form screen uses RecordForm itself. */
export const LazyRecordForm = lazyPart(
  () => import("./record-form"),
  "RecordForm",
  WaitingRecord,
  // `lazyPart` loses the type parameter; the form passes what this schema has parsed.
) as unknown as typeof RecordForm;
