import { type ClientActionFunctionArgs, redirect, useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { toast } from "~/app/api/toast";
import { markViewerStale } from "~/app/api/viewer-age";
import { write } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { Empty } from "~/app/blocks/feedback/states";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { role, roleScreens } from "~/contract/system/role";
import { MenuEditor } from "./menu-editor";
import classes from "./role.module.css";
import { RoleList } from "./role-list";
import { RolePart } from "./role-part";

export const clientLoader = loaderOf(roleScreens["/system/role"]);

/** Writes here may change the user's own rights and menu, which the frame shows. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const result = await write(args);
  if (!result.ok) return result;
  markViewerStale();
  if (result.line !== role.remove.line) return result;
  // Before the page asks for a role that is gone.
  toast.success(t("已删除"));
  throw redirect("/system/role");
}

export default function RoleScreen() {
  const { roles, chosen, holding, entries } = useLoaderData<typeof clientLoader>();
  const isPhone = useIsPhone();
  const isOpen = chosen !== undefined || entries !== undefined;
  return (
    <div className={`${basic.columns} ${basic.gap12} ${basic.top}`} style={{ "--columns": "300px minmax(0, 1fr)" }}>
      <ScreenHeading />
      {isPhone && isOpen ? null : <RoleList roles={roles} chosenId={chosen?.id} isMenu={entries !== undefined} />}
      {chosen ? <RolePart key={chosen.id} role={chosen} holding={holding} /> : null}
      {entries ? <MenuEditor entries={entries} /> : null}
      {isOpen || isPhone ? null : (
        <section className={`${classes.part} ${basic.surface}`}>
          <Empty title={t("请在左侧选择角色")} />
        </section>
      )}
    </div>
  );
}
