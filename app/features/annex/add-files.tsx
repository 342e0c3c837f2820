import { useRef } from "react";
import type { z } from "zod";
import { type Run, type RunOptions, useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import type { Then } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import type { AnnexFiles } from "~/contract/customer/requirement";

type Files = z.output<typeof AnnexFiles>;

interface AddFilesProps {
  title: string;
  about: string;
  schema: typeof AnnexFiles;
  send: (
    run: Run,
    file: Omit<Files, "media_ids"> & { name: null; media_id: number },
    then: RunOptions<unknown>,
  ) => void;
  done: (count: number) => string;
  onClose: () => void;
}

export function AddFiles({ title, about, schema, send, done, onClose }: AddFilesProps) {
  const { run, pending } = useAct();
  const added = useRef(new Set<number>());
  // One file's answer sends the next: by then there was another render.
  const runNow = useRef(run);
  runNow.current = run;

  const add = (body: Files, then: Then) => {
    const { media_ids, ...facts } = body;
    const [media_id, ...others] = media_ids.filter((id) => !added.current.has(id));
    if (media_id === undefined) return then(onClose).onSuccess(null);
    send(
      runNow.current,
      { ...facts, name: null, media_id },
      {
        ...(others.length ? {} : { success: done(media_ids.length) }),
        onSuccess: () => {
          added.current.add(media_id);
          add(body, then);
        },
        onError: then().onError,
      },
    );
  };
  return (
    <ActForm
      title={title}
      about={about}
      form={{
        schema,
        fields: [{ name: "media_ids", media: { scene: "annex" } }, "category", "expire_at", "remark"],
        pending,
        submitLabel: t("上传"),
        onSubmit: add,
      }}
      onClose={onClose}
    />
  );
}
