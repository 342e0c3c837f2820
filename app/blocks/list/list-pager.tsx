import { ActionIcon, Group, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Note } from "~/app/blocks/feedback/note";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { listLimit, type Page, pageSizes } from "~/contract/common";
import { useIsPhone } from "../use-is-phone";
import { formatTotal } from "./format-total";

interface ListPagerProps {
  page: Omit<Page<unknown>, "list">;
  onChange: (change: { page: number } | { page_size: number }) => void;
}

export function ListPager({ page, onChange }: ListPagerProps) {
  const isPhone = useIsPhone();
  const pages = Math.max(1, Math.ceil(Math.min(page.total, listLimit) / page.page_size));
  const present = Math.min(page.page, pages);
  const isWhole = page.total <= pageSizes[0];
  return (
    <Group justify="space-between" gap="sm" mih={30}>
      <Note>{t("共 {total} 条", { total: formatTotal(page) })}</Note>
      {isWhole ? null : (
        <Group gap="sm">
          {isPhone ? null : (
            <SelectOne
              size="xs"
              w={100}
              aria-label={t("每页条数")}
              data={pageSizes.map((size) => ({ value: String(size), label: t("{size} 条/页", { size }) }))}
              value={String(page.page_size)}
              onChange={(size) => size && onChange({ page_size: Number(size) })}
              allowDeselect={false}
            />
          )}
          {pages > 1 ? (
            <Pages key={present} {...{ present, pages, isPhone }} onTurn={(to) => onChange({ page: to })} />
          ) : null}
        </Group>
      )}
    </Group>
  );
}

interface PagesProps {
  present: number;
  pages: number;
  isPhone: boolean;
  onTurn: (page: number) => void;
}

function Pages({ present, pages, isPhone, onTurn }: PagesProps) {
  const turn = (label: string, to: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={isPhone ? 44 : 30}
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => onTurn(to)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  const go = (typed: string) => {
    const to = Math.min(Math.max(Number.parseInt(typed, 10) || present, 1), pages);
    if (to !== present) onTurn(to);
  };
  return (
    <Group gap={4} role="group" aria-label={t("页码")}>
      {turn(t("上一页"), present - 1, IconChevronLeft)}
      <TextInput
        size={isPhone ? "md" : "xs"}
        w={isPhone ? 64 : 48}
        aria-label={t("第几页")}
        inputMode="numeric"
        defaultValue={present}
        styles={{ input: { textAlign: "center" } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && go(currentTarget.value)}
        onBlur={({ currentTarget }) => {
          currentTarget.value = String(present);
        }}
      />
      <Note>{t("/ {pages} 页", { pages })}</Note>
      {turn(t("下一页"), present + 1, IconChevronRight)}
    </Group>
  );
}
