import { Center, Loader } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { z } from "zod";
import { t } from "~/app/i18n/t";
import type { RecordFormProps } from "./record-form";

type AnyForm = RecordFormProps<z.ZodObject>;

const Body = lazy(() =>
  import("./record-form").then(({ RecordForm }) => ({ default: (props: AnyForm) => <RecordForm {...props} /> })),
);

/** The record form for lists, details and dialogs, which most visits leave without one: it is fetched when it is first shown. A form screen takes RecordForm itself. */
export function LazyRecordForm<S extends z.ZodObject>(props: RecordFormProps<S>) {
  return (
    <Suspense
      fallback={
        <Center mih={120}>
          <Loader size="sm" aria-label={t("加载中")} />
        </Center>
      }
    >
      {/* `lazy` loses the type parameter; the form hands over what this very schema has parsed. */}
      <Body {...(props as unknown as AnyForm)} />
    </Suspense>
  );
}
