import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { call } from "~/app/api/call";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { Empty } from "~/app/blocks/feedback/states";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { menu } from "~/contract/system/menu";
import { role } from "~/contract/system/role";
import { roleAt } from "~/contract/system/role-place";
import { MenuEditor } from "./menu-editor";
import classes from "./role.module.css";
import { RoleList } from "./role-list";
import { RolePart } from "./role-part";
import { roleAction } from "./role-writes";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request;
  const { query, id, isMenu } = roleAt(new URL(request.url).searchParams);
  const [roles, chosen, entries] = await Promise.all([
    call(role.list, { query }, { signal }),
    id === undefined ? undefined : call(role.get, { params: { id } }, { signal }),
    isMenu ? call(menu.list, undefined, { signal }) : undefined,
  ]);
  return { roles, chosen, entries };
}

export const clientAction = roleAction;

/** Roles at the left, the chosen one at the right; on the phone one after the other. */
export default function RoleScreen() {
  const { roles, chosen, entries } = useLoaderData<typeof clientLoader>();
  const isPhone = useIsPhone();
  const isOpen = chosen !== undefined || entries !== undefined;
  return (
    <div className={classes.page}>
      <ScreenHeading />
      {isPhone && isOpen ? null : <RoleList roles={roles} chosenId={chosen?.id} isMenu={entries !== undefined} />}
      {chosen ? <RolePart key={chosen.id} role={chosen} /> : null}
      {entries ? <MenuEditor entries={entries} /> : null}
      {isOpen || isPhone ? null : (
        <section className={classes.part}>
          <Empty title={t("请在左侧选择角色")} />
        </section>
      )}
    </div>
  );
}
