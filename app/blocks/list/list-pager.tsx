import "@mantine/core/styles/Pagination.css";
import { Group, Pagination, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { listLimit, type Page, pageSizes } from "~/contract/common";
import { SelectOne } from "../form/selects";
import { useIsPhone } from "../use-is-phone";
import { formatTotal } from "./format-total";

interface ListPagerProps {
  page: Omit<Page<unknown>, "list">;
  onChange: (change: { page: number } | { page_size: number }) => void;
}

/** The foot of a list: how many there are, pages, and rows a page. */
export function ListPager({ page, onChange }: ListPagerProps) {
  const isPhone = useIsPhone();
  const pages = Math.max(1, Math.ceil(Math.min(page.total, listLimit) / page.page_size));
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {t("共 {total} 条", { total: formatTotal(page) })}
      </Text>
      <Group gap="sm">
        <Pagination
          size={isPhone ? "md" : "sm"}
          total={pages}
          value={Math.min(page.page, pages)}
          siblings={isPhone ? 0 : 1}
          onChange={(next) => onChange({ page: next })}
          getControlProps={(control) => ({
            "aria-label": { previous: t("上一页"), next: t("下一页"), first: t("首页"), last: t("末页") }[control],
          })}
          getItemProps={(number) => ({ "aria-label": t("第{number}页", { number }) })}
        />
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
      </Group>
    </Group>
  );
}
