import type { CallInput } from "~/app/api/call";
import { type Acts, useActs } from "~/app/blocks/form/act/use-acts";
import type { RecordDialogOf } from "~/app/blocks/form/record-dialog";
import type { Editable, FormEndpoint } from "~/app/blocks/form/use-record-form";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { ListTool } from "~/app/blocks/list/list-tools";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { type Endpoint, mayCall } from "~/contract/endpoint";
import { type RecordDialogOptions, useRecordDialog } from "./use-record-dialog";

interface CrudRow {
  id: number;
  can: { edit: boolean; enable: boolean; disable: boolean; delete: boolean };
}

/** An act whose address needs only `{id}`. */
type OwnEndpoint = Endpoint<`DELETE /${string}/{id}` | `PATCH /${string}/{id}/${"enable" | "disable"}`>;

type Offered = RowAction | false;

/** A list whose records are written in a dialog, put into use and out of it, and deleted: a constant of its screen. */
export interface CrudScreenOf<Row extends CrudRow, C extends FormEndpoint, U extends FormEndpoint, R extends Editable>
  extends RecordDialogOptions<R> {
  list: List<Row>;
  form: RecordDialogOf<C, U, R>;
  endpoints: { enable: OwnEndpoint; disable: OwnEndpoint; remove: OwnEndpoint };
  disabling: (row: Row) => string;
  removing?: (row: Row) => string;
  keepsQuestion?: boolean;
  /** All acts of a row, where there are more: its `own` ones are among them. */
  acts?: (row: Row, own: Record<"edit" | "copy" | "toggle" | "remove", Offered>, acts: Acts) => readonly Offered[];
}

export const crudScreen = <Row extends CrudRow, C extends FormEndpoint, U extends FormEndpoint, R extends Editable>(
  screen: CrudScreenOf<Row, C, U, R>,
): CrudScreenOf<Row, C, U, R> => screen;

interface CrudScreenProps<Row extends CrudRow, C extends FormEndpoint, U extends FormEndpoint, R extends Editable> {
  of: CrudScreenOf<Row, C, U, R>;
  page: Page<Row>;
  record: R | undefined;
  tools?: readonly (ListTool | false)[];
}

export function CrudScreen<Row extends CrudRow, C extends FormEndpoint, U extends FormEndpoint, R extends Editable>({
  of: { list, form, endpoints, disabling, removing, keepsQuestion = false, acts: chosen = usual, ...options },
  page,
  record,
  tools,
}: CrudScreenProps<Row, C, U, R>) {
  const dialog = useRecordDialog(form, record, options);
  const acts = useActs();
  const onSuccess = () => form.scene && renewScene(form.scene);
  const ownActs = (row: Row) => {
    const { id, can } = row;
    const input: CallInput<OwnEndpoint> = { params: { id } };
    const text = removing?.(row) ?? t("“{name}”将被删除，不能恢复。", { name: list.nameOf(row) });
    return {
      edit: can.edit && dialog.edit(id),
      copy: can.edit && dialog.copy(id),
      toggle: can.enable
        ? acts.enable(endpoints.enable, input, { onSuccess })
        : can.disable && acts.disable(endpoints.disable, input, disabling(row), { onSuccess }),
      remove: can.delete && acts.remove(endpoints.remove, input, text, { closesOnError: !keepsQuestion, onSuccess }),
    };
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => chosen(row, ownActs(row), acts)}
        create={mayCall(useProfile(), form.create) ? dialog.add : undefined}
        tools={tools}
      />
      {dialog.dialog}
      {acts.dialog}
    </>
  );
}

const usual = (_: object, { edit, toggle, remove }: Record<"edit" | "toggle" | "remove", Offered>) => [
  edit,
  toggle,
  remove,
];
