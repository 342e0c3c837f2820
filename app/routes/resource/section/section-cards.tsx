import { IconPhoto } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { SectionCard, SectionLayout, ShownSection } from "~/contract/resource/home-section";
import classes from "./section.module.css";

/** The cards of a section, plain, laid out as it says. */
export function SectionCards({ items, layout }: { items: readonly SectionCard[]; layout: SectionLayout }) {
  return (
    // A strip that scrolls is reached by keyboard as well.
    <ul
      className={`${classes.cards} ${basic.list} ${basic.grid} ${basic.gap12}`}
      data-layout={layout}
      {...(layout === "carousel" ? { tabIndex: 0 } : {})}
    >
      {items.map(({ id, title, cover, facts }) => (
        <li key={id} className={`${classes.card} ${basic.clipped} ${basic.sunken}`}>
          {cover ? (
            <img src={cover} alt="" loading="lazy" className={classes.cover} />
          ) : (
            <span className={classes.cover}>
              <IconPhoto size={22} stroke={1.5} aria-hidden />
            </span>
          )}
          <div className={`${classes.words} ${basic.column} ${basic.gap2} ${basic.shrinks}`}>
            <b>{title}</b>
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
}

/** A section as visitors find it on the page. */
export function SectionView({ section }: { section: ShownSection }) {
  const { title, sub_title, more_link, layout, items } = section;
  return (
    <section aria-label={title}>
      <div className={`${classes.sectionHead} ${basic.flex} ${basic.baseline} ${basic.gap10}`}>
        <h2>{title}</h2>
        {sub_title ? <span>{sub_title}</span> : null}
        {more_link ? <span className={basic.pushed}>{t("更多")} ›</span> : null}
      </div>
      <SectionCards items={items} layout={layout} />
    </section>
  );
}
