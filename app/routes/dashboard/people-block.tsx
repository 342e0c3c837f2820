import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Link } from "~/app/blocks/link";
import { durationText } from "~/app/features/inquiry/duration";
import { t } from "~/app/i18n/t";
import type { TeamWork } from "~/contract/dashboard/blocks";
import classes from "./queue.module.css";

const first = 5;

export function PeopleBlock({ list }: { list: TeamWork }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? list : list.slice(0, first);
  const folded = list.length - shown.length;
  return (
    <Panel title={t("团队进展")}>
      <table className={`${classes.people} ${basic.table}`}>
        <thead>
          <tr>
            <th scope="col">{t("成员")}</th>
            <th scope="col">{t("逾期跟进")}</th>
            <th scope="col">{t("未跟进")}</th>
            <th scope="col">{t("平均响应")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, overdue, untouched, response_seconds }) => (
            <tr key={id}>
              <th scope="row">
                <Link
                  to={`/customer/customerInfor?view=today&owner_id=${id}&sort=next_tracking_at`}
                  className={`${basic.unlined} ${basic.blue} ${basic.bold}`}
                >
                  {name}
                </Link>
              </th>
              <td className={overdue > 0 ? basic.late : undefined}>{overdue}</td>
              <td>{untouched}</td>
              <td>{response_seconds === null ? "–" : durationText(response_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {folded ? (
        <UnstyledButton c="dimmed" fz={13} pt={8} onClick={() => setWhole(true)}>
          {t("展开其余 {n} 位", { n: folded })}
        </UnstyledButton>
      ) : null}
    </Panel>
  );
}
