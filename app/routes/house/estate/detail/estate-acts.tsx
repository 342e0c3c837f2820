import { Button } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { listPath } from "../estate-paths";
import { useEstateActs } from "../use-estate-acts";
import classes from "./estate-hero.module.css";

export function EstateActs({ record }: { record: EstateDetail }) {
  const navigate = useNavigate();
  const { actionsOf, dialog } = useEstateActs({ onRemoved: () => navigate(listPath, { replace: true }) });
  return (
    <>
      <ThumbBar>
        <RowActions isTall about={record.name} actions={actionsOf(record, { isPage: true })} />
      </ThumbBar>
      {dialog}
    </>
  );
}

interface ClientActsProps {
  parts: readonly { id: string; title: string }[];
  onReckon: () => void;
}

export const ClientActs = ({ parts, onReckon }: ClientActsProps) => (
  <ThumbBar>
    <div className={`${classes.acts} ${basic.flow} ${basic.gap8}`}>
      {parts.map(({ id, title }) => (
        <Button
          key={id}
          variant="default"
          onClick={() => document.getElementById(id)?.scrollIntoView({ block: "start" })}
        >
          {t(title)}
        </Button>
      ))}
      <Button onClick={onReckon}>{t("算费用")}</Button>
    </div>
  </ThumbBar>
);
