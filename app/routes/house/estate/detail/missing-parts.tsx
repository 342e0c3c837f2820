import { useSearchParams } from "@remix-run/react";
import { IconClock, IconX } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { SmallLink } from "~/app/blocks/page-link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { editTabs, tabOfMissing } from "../edit/edit-tabs";
import classes from "../estate-detail.module.css";
import { editPath } from "../estate-paths";
import { isWaiting } from "./estate-completeness";

const needs = { submit: "提交审核需要", publish: "上架需要" } as const;
type Need = keyof typeof needs;

const whole = { flex: "none" } as const;

const sayPart = (tab: string, labels: readonly string[]) =>
  t("{tab}：{what}", { tab: t(tab), what: labels.join("、") });

export function MissingParts({ record }: { record: EstateDetail }) {
  const isEditing = useSearchParams()[0].has("edit");
  // The form is for the desktop.
  const isLinked = !useIsPhone() && record.can.edit;
  const missing = record.completeness.filter(({ is_met }) => !is_met);
  const lines = (Object.keys(needs) as Need[]) // the keys of the literal above
    .flatMap((needed) =>
      editTabs.map((tab) => ({
        ...{ needed, tab },
        labels: missing
          .filter((one) => one.needed === needed && one.key !== "approved" && tabOfMissing(one.key) === tab.key)
          .map(({ label }) => t(label)),
      })),
    )
    .filter(({ labels }) => labels.length > 0);
  const approval = missing.find(({ key }) => key === "approved");
  const isReviewed = approval && isWaiting(record, approval.key);
  return (
    <ul className={`${classes.checks} ${basic.list} ${basic.column} ${basic.gap6} ${basic.size14}`}>
      {lines.map(({ needed, tab, labels }) => (
        <li key={`${needed}.${tab.key}`}>
          <IconX size={16} style={whole} aria-label={t("缺少")} />
          {isLinked ? (
            <SmallLink
              to={editPath(record.id, tab.key)}
              {...(isEditing && { replace: true, preventScrollReset: true })}
            >
              {sayPart(tab.label, labels)}
            </SmallLink>
          ) : (
            sayPart(tab.label, labels)
          )}
          <small style={whole}>{t(needs[needed])}</small>
        </li>
      ))}
      {approval ? (
        <li>
          {isReviewed ? (
            <IconClock size={16} aria-label={t("审核中")} />
          ) : (
            <IconX size={16} style={whole} aria-label={t("缺少")} />
          )}
          {isReviewed ? t("等待审核") : t(approval.label)}
          <small>{t(needs.publish)}</small>
        </li>
      ) : null}
    </ul>
  );
}
