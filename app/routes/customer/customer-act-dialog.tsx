import type { ReactNode } from "react";
import type { z } from "zod";
import { assignErrorDuration, toast } from "~/app/api/toast";
import type { WriteAction } from "~/app/api/writes";
import { ActForm, namesOf } from "~/app/blocks/form/act-form";
import type { FormEntry, Then } from "~/app/blocks/form/record-form";
import type { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { Assignment, Recycle, Release, Tagging } from "~/contract/customer/customer";
import type { CustomerRow } from "~/contract/customer/customer-record";
import { reason } from "~/contract/field";
import type { customerActs } from "./customer-writes";

/** An act that was asked for, and of whom. */
export interface Asked {
  act: "assign" | "transfer" | "release" | "recycle" | "tag";
  rows: readonly CustomerRow[];
  /** Of one row: after success. */
  after?: () => void;
  /** Makes it a bulk act, and takes its result. */
  report?: (reply: BatchReply) => void;
}

/** A transfer, unlike an assignment out of the pool, says why. */
const Transfer = Assignment.extend({ reason: reason("转移原因") });

const staff = { name: "user_id", perm: "customer:pool:claim" } as const;

interface AskedFormProps {
  asked: Asked;
  run: ReturnType<typeof useAct<WriteAction<typeof customerActs>>>["run"];
  pending: boolean;
  onClose: () => void;
}

/** The dialog that an act asks in: of one customer or of several. Fetched when the first is opened. */
export function AskedForm({ asked: { act, rows, after, report }, run, pending, onClose }: AskedFormProps): ReactNode {
  const ids = rows.map(({ id }) => id);
  const [row] = rows;
  const frame: AskedFrame = {
    about: t("客户：{names}", { names: namesOf(rows.map(({ name, customer_no }) => `${name}（${customer_no}）`)) }),
    params: report || !row ? undefined : { id: row.id },
    pending,
    onClose,
    onDone: () => {
      onClose();
      after?.();
    },
    onReply: (reply) => {
      onClose();
      tellFailures(reply, rows);
      report?.(reply);
    },
  };
  switch (act) {
    case "assign":
    case "transfer":
      return (
        <OneOrMany
          frame={frame}
          title={act === "assign" ? t("分配客户") : t("转移客户")}
          success={act === "assign" ? t("分配成功") : t("转移成功")}
          schema={act === "assign" ? Assignment : Transfer}
          fields={act === "assign" ? [staff, "force"] : [staff, "reason", "force"]}
          one={(params, body, then) => run("assign", { params, body }, then)}
          many={(body, then) => run("assignBatch", { body: { ...body, ids } }, then)}
        />
      );
    case "release":
      return (
        <OneOrMany
          frame={frame}
          title={t("释放到公海")}
          success={t("已释放到公海")}
          schema={Release}
          fields={["reason", "note"]}
          one={(params, body, then) => run("release", { params, body }, then)}
          many={(body, then) => run("releaseBatch", { body: { ...body, ids } }, then)}
        />
      );
    case "recycle":
      return (
        <OneOrMany
          frame={frame}
          title={t("移入回收站")}
          success={t("已移入回收站")}
          schema={Recycle}
          fields={["reason"]}
          one={(params, body, then) => run("recycle", { params, body }, then)}
          many={(body, then) => run("recycleBatch", { body: { ...body, ids } }, then)}
        />
      );
    case "tag":
      return (
        <OneOrMany
          frame={frame}
          title={t("打标签")}
          schema={Tagging}
          fields={["add", "remove"]}
          many={(body, then) => run("tagBatch", { body: { ...body, ids } }, then)}
        />
      );
  }
}

interface AskedFrame {
  about: string;
  /** Of the one row; absent in a bulk act. */
  params: { id: number } | undefined;
  pending: boolean;
  onClose: () => void;
  onDone: () => void;
  onReply: (reply: BatchReply) => void;
}

interface OneOrManyProps<S extends z.ZodObject> {
  frame: AskedFrame;
  title: string;
  success?: string;
  schema: S;
  fields: readonly FormEntry<S>[];
  one?: (params: { id: number }, body: z.output<S>, then: ReturnType<Then> & { success?: string }) => void;
  many?: (
    body: z.output<S>,
    then: { onSuccess: (reply: BatchReply) => void; onError: ReturnType<Then>["onError"] },
  ) => void;
}

/** The dialog of an act: what it sends depends on whether it was asked for one row or for several. */
function OneOrMany<S extends z.ZodObject>({ frame, title, success, schema, fields, one, many }: OneOrManyProps<S>) {
  const { about, params, pending, onClose, onDone, onReply } = frame;
  const submit = (body: z.output<S>, then: Then) => {
    if (params) return one?.(params, body, { success, ...then(onDone) });
    many?.(body, { onSuccess: onReply, onError: then().onError });
  };
  return (
    <ActForm
      title={title}
      about={about}
      schema={schema}
      fields={fields}
      pending={pending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** The rows that were refused, for 6 s as well (specification §9, domain D.5). */
function tellFailures({ failed }: BatchReply, rows: readonly CustomerRow[]): void {
  if (failed.length === 0) return;
  const words = failed
    .slice(0, 5)
    .map(({ id, message }) => `${rows.find((row) => row.id === id)?.name ?? id}：${message}`);
  toast.error(t("{count} 条操作失败。{words}", { count: failed.length, words: words.join("；") }), {
    duration: assignErrorDuration,
  });
}
