import { UnstyledButton } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./section-nav.module.css";

const line = 140;

export function SectionNav({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const [present, setPresent] = useState(sections[0]?.id);
  const chosen = useRef<string>();
  const { hash } = useLocation();

  // A message leads to a part of the page, which exists only now.
  useEffect(() => {
    if (hash) go(hash.slice(1));
  }, [hash]);

  // Only the window knows how far it is scrolled.
  useEffect(() => {
    const update = () => {
      // At the page's end several sections are visible: the chosen one counts until it is scrolled away.
      if (chosen.current && isInSight(chosen.current)) return setPresent(chosen.current);
      chosen.current = undefined;
      const above = sections.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line,
      );
      const isEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;
      setPresent((isEnd ? sections : above).at(-1)?.id ?? sections[0]?.id);
    };
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [sections]);

  return (
    <nav className={`${classes.nav} ${basic.column} ${basic.gap2}`} aria-label={t("页内导航")}>
      {sections.map(({ id, title }) => (
        <UnstyledButton
          key={id}
          className={classes.entry}
          aria-current={id === present ? "location" : undefined}
          onClick={() => {
            chosen.current = id;
            setPresent(id);
            go(id);
          }}
        >
          {t(title)}
        </UnstyledButton>
      ))}
    </nav>
  );
}

function isInSight(id: string): boolean {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
  return top >= 0 && top < window.innerHeight;
}

function go(id: string) {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: "start" });
  (target?.querySelector("legend") ?? target)?.focus({ preventScroll: true });
}
