import { Button, Popover } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import basic from "~/app/basic.module.css";
import { Sheet } from "~/app/blocks/feedback/sheet";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useLatest } from "~/app/blocks/use-latest";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { takesWhere } from "~/contract/where-fields";
import { WhereBuilder } from "../where/where-builder";
import type { Filter } from "./list-filters";
import { builderKey, narrowingsOf } from "./narrowing";
import { NarrowingFields } from "./narrowing-fields";
import { NarrowingPart } from "./narrowing-part";

type Query = Record<string, unknown>;

interface NarrowPanelProps {
  endpoint: Endpoint | undefined;
  filters: readonly Filter[];
  values: Query;
  at: string;
  onChange: (part: Query, isTyped?: boolean) => void;
  onClose: () => void;
}

export function NarrowPanel({ endpoint, filters, values, at, onChange, onClose }: NarrowPanelProps) {
  const isPhone = useIsPhone();
  const narrowings = narrowingsOf(endpoint, filters);
  const [key, setKey] = useState(at || (isPhone ? "" : (narrowings[0]?.key ?? "")));
  const chosen = narrowings.find((one) => one.key === key);
  const isBuilder = key === builderKey && endpoint !== undefined;
  const fields = (
    <NarrowingFields
      {...{ narrowings, values, onChange }}
      present={key}
      onChoose={setKey}
      hasBuilder={endpoint !== undefined && takesWhere(endpoint)}
    />
  );
  const part = chosen ? (
    <NarrowingPart key={chosen.key} narrowing={chosen} {...{ values, onChange }} onBuilder={() => setKey(builderKey)} />
  ) : isBuilder ? (
    <WhereBuilder {...{ endpoint, onChange }} query={values} />
  ) : null;
  if (isPhone)
    return (
      <Sheet isOpen onClose={onClose} title={t("筛选")}>
        {part ? (
          <>
            <Button
              variant="subtle"
              px={6}
              mb={8}
              leftSection={<IconChevronLeft size={16} aria-hidden />}
              onClick={() => setKey("")}
            >
              {t("全部字段")}
            </Button>
            {part}
          </>
        ) : (
          fields
        )}
      </Sheet>
    );
  return (
    <Floating onClose={onClose} width={isBuilder ? 780 : 560}>
      <div className={basic.grid} style={{ gridTemplateColumns: "210px minmax(0, 1fr)", height: "min(420px, 70vh)" }}>
        {fields}
        <div style={{ padding: "12px 16px", overflowY: "auto" }}>{part}</div>
      </div>
    </Floating>
  );
}

function Floating({ width, onClose, children }: { width: number; onClose: () => void; children: ReactNode }) {
  const leave = useLatest(({ target }: MouseEvent) => {
    // The lists of its selects and calendars are outside it as well; the button closes it by itself.
    if (target instanceof Element && !target.closest("[role=listbox], [data-portal], [data-narrow]")) onClose();
  });
  useEffect(() => {
    document.addEventListener("mousedown", leave);
    return () => document.removeEventListener("mousedown", leave);
  }, [leave]);
  return (
    <Popover
      opened
      onChange={onClose}
      position="bottom-start"
      shadow="md"
      width={width}
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <span style={{ position: "absolute", inset: "auto auto 0 0" }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t("筛选")} p={0} maw="calc(100vw - 32px)">
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
