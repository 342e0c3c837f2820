import { Flex, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Thumb } from "~/app/blocks/detail/thumb";
import { t } from "~/app/i18n/t";
import type { SectionCard, SectionLayout, ShownSection } from "~/contract/resource/home-section";
import classes from "./section.module.css";

export const SectionCards = ({ items, layout }: { items: readonly SectionCard[]; layout: SectionLayout }) => (
  // A strip that scrolls is reached by keyboard as well.
  <ul
    className={`${classes.cards} ${basic.list} ${basic.grid} ${basic.gap12}`}
    data-layout={layout}
    {...(layout === "carousel" ? { tabIndex: 0 } : {})}
  >
    {items.map(({ id, title, cover, facts }) => (
      <li key={id} className={`${classes.card} ${basic.clipped} ${basic.rounded} ${basic.sunken}`}>
        <Thumb src={cover} width={layout === "list" ? 128 : "100%"} ratio="16 / 10" />
        <div
          className={`${basic.column} ${basic.gap2} ${basic.shrinks} ${basic.anywhere} ${basic.dim}`}
          style={{ padding: "8px 10px 10px", fontSize: 12 }}
        >
          <b className={`${basic.plainText} ${basic.size14} ${basic.bold}`}>{title}</b>
          {facts.map(({ label, value }) => (
            <span key={label}>
              {label} {value}
            </span>
          ))}
        </div>
      </li>
    ))}
  </ul>
);

export function SectionView({ section }: { section: ShownSection }) {
  const { title, sub_title, more_link, layout, items } = section;
  return (
    <section aria-label={title}>
      <Flex align="baseline" gap={10} mb={12} c="dimmed" fz={13}>
        <Text component="h2" c="var(--mantine-color-text)" fz={18} fw={600}>
          {title}
        </Text>
        {sub_title ? <span>{sub_title}</span> : null}
        {more_link ? <span className={basic.pushed}>{t("更多")} ›</span> : null}
      </Flex>
      <SectionCards items={items} layout={layout} />
    </section>
  );
}
