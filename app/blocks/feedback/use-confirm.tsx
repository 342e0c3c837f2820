import { type ReactElement, useState } from "react";
import type { CallInput } from "~/app/api/call";
import type { WriteEndpoint } from "~/app/api/writes";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { lazyPart } from "../lazy-part";
import { type RunOptions, useAct } from "./use-act";

const Confirm = lazyPart(() => import("./confirm"), "Confirm");

export interface Question<E extends WriteEndpoint>
  extends Pick<RunOptions<Reply<E>>, "success" | "record" | "onSuccess"> {
  title?: string;
  text: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** A refusal closes it as well: a retry is useless. */
  closesOnError?: boolean;
}

interface ConfirmActProps<E extends WriteEndpoint> {
  endpoint: E;
  input: CallInput<E>;
  question: Question<E>;
  onClose: () => void;
}

export function useConfirm() {
  const [dialog, setDialog] = useState<ReactElement>();
  const onClose = () => setDialog(undefined);
  const confirm = <E extends WriteEndpoint>(endpoint: E, input: CallInput<E>, question: Question<E>) =>
    setDialog(<ConfirmAct {...{ endpoint, input, question, onClose }} />);
  return { confirm, dialog };
}

function ConfirmAct<E extends WriteEndpoint>({ endpoint, input, question, onClose }: ConfirmActProps<E>) {
  const { run, pending } = useAct();
  const { success, record, onSuccess, closesOnError, title = t(endpoint.summary), ...shown } = question;
  const done = (data: Reply<E>) => {
    onSuccess?.(data);
    onClose();
  };
  return (
    <Confirm
      {...shown}
      title={title}
      pending={pending}
      onConfirm={() =>
        run(endpoint, input, { success, record, onSuccess: done, onError: closesOnError ? onClose : undefined })
      }
      onClose={onClose}
    />
  );
}
