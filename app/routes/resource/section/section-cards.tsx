import { IconPhoto } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import type { SectionCard, SectionLayout, ShownSection } from "~/contract/resource/home-section";
import classes from "./section.module.css";

/** The cards of a section, plain, laid out as it says. */
export function SectionCards({ items, layout }: { items: readonly SectionCard[]; layout: SectionLayout }) {
  return (
    // A strip that scrolls is reached by keyboard as well.
    <ul className={classes.cards} data-layout={layout} {...(layout === "carousel" ? { tabIndex: 0 } : {})}>
      {items.map(({ id, title, cover, facts }) => (
        <li key={id} className={classes.card}>
          {cover ? (
            <img src={cover} alt="" loading="lazy" className={classes.cover} />
          ) : (
            <span className={classes.cover}>
              <IconPhoto size={22} stroke={1.5} aria-hidden />
            </span>
          )}
          <div className={classes.words}>
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
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h2>{title}</h2>
        {sub_title ? <span>{sub_title}</span> : null}
        {more_link ? <span className={classes.more}>{t("更多")} ›</span> : null}
      </div>
      <SectionCards items={items} layout={layout} />
    </section>
  );
}
