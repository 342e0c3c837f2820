import { type ClientActionFunctionArgs, redirect } from "@remix-run/react";
import { toast } from "~/app/api/toast";
import { markViewerStale } from "~/app/api/viewer-age";
import { writes } from "~/app/api/writes";
import { t } from "~/app/i18n/t";
import { menu } from "~/contract/system/menu";
import { role } from "~/contract/system/role";

const { create, update, remove, copy } = role;
const acts = { create, update, remove, copy, editMenu: menu.update };
const write = writes(acts);

/** The acts on roles and the menu. Whoever does them may have changed his own rights and menu, which the frame shows. */
export const roleAction = Object.assign(
  async (args: ClientActionFunctionArgs) => {
    const result = await write(args);
    if (!result.ok) return result;
    markViewerStale();
    if (result.act !== "remove") return result;
    // Before its page asks for a role that is gone.
    toast.success(t("已删除"));
    throw redirect("/system/role");
  },
  { acts },
);
export type RoleAction = typeof roleAction;
