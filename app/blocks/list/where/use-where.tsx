import { Button } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { conditionsOf, type Where } from "~/contract/where";
import { lazyPart } from "../../lazy-part";
import { useIsPhone } from "../../use-is-phone";

const WherePanel = lazyPart(() => import("./where-panel"), "WherePanel");
const WhereChips = lazyPart(
  () => import("./where-chips"),
  "WhereChips",
  () => <div style={{ height: 34 }} />,
);

/** A list's builder of conditions: the button that opens it, the conditions in force, and the panel while it is open. Only the button comes with the list. */
export function useWhere(
  endpoint: Endpoint | undefined,
  query: Record<string, unknown>,
  onSubmit: (query: Record<string, unknown>) => void,
) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  if (!(endpoint?.query instanceof z.ZodObject && "where" in endpoint.query.shape))
    return { where: undefined, button: null, chips: null, panel: null };
  const where = query.where as Where | undefined;
  const count = where ? conditionsOf(where).length : 0;
  const open = () => setOpen(true);
  return {
    where,
    button: isPhone ? (
      <Button
        variant="default"
        w={44}
        px={0}
        aria-haspopup="dialog"
        aria-label={t("高级筛选")}
        data-active={count > 0 || undefined}
        onClick={open}
      >
        <IconFilterPlus size={18} aria-hidden />
      </Button>
    ) : (
      <Button variant="subtle" px={6} aria-haspopup="dialog" onClick={open}>
        {count ? t("高级筛选 · {count}", { count }) : t("高级筛选")}
      </Button>
    ),
    chips: where ? (
      <WhereChips endpoint={endpoint} where={where} onChange={(next) => onSubmit({ where: next })} onOpen={open} />
    ) : null,
    panel: isOpen ? (
      <WherePanel endpoint={endpoint} query={query} onSubmit={onSubmit} onClose={() => setOpen(false)} />
    ) : null,
  };
}
