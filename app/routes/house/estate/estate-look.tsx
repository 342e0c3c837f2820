import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useTiles } from "~/app/features/map/use-tiles";
import { t } from "~/app/i18n/t";

const looks = { list: "列表", card: "卡片", map: "地图" } as const;
type Look = keyof typeof looks;
const key = "estate-view";

const isLook = (value: string | null): value is Look => value !== null && value in looks;

/** How the estates are looked at: as the address says, else as one did last. The map is there only with a ground to stand on. */
export function useEstateLook() {
  const [search, setSearch] = useSearchParams();
  const isPhone = useIsPhone();
  const tiles = useTiles();
  const asked = search.get("view");
  const look = isLook(asked) ? asked : remembered();
  const offered = (Object.keys(looks) as Look[]).filter((one) => (one === "map" ? tiles : one === "list" || !isPhone));
  const choose = (next: Look) => {
    remember(next);
    setSearch(
      (now) => {
        now.set("view", next);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { look: offered.includes(look) ? look : "list", offered, tiles, choose };
}

export function LookChoice({
  look,
  offered,
  choose,
}: Pick<ReturnType<typeof useEstateLook>, "look" | "offered" | "choose">) {
  if (offered.length < 2) return null;
  return (
    <Button.Group aria-label={t("显示方式")}>
      {offered.map((one) => (
        <Button
          key={one}
          variant={one === look ? "light" : "default"}
          px={14}
          aria-pressed={one === look}
          onClick={() => choose(one)}
        >
          {t(looks[one])}
        </Button>
      ))}
    </Button.Group>
  );
}

function remembered(): Look {
  try {
    const kept = window.localStorage.getItem(key);
    return isLook(kept) ? kept : "list";
  } catch {
    return "list";
  }
}

function remember(look: Look): void {
  try {
    window.localStorage.setItem(key, look);
  } catch {
    // Without storage the address alone knows.
  }
}
