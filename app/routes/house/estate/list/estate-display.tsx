import { Button } from "@mantine/core";
import { IconPresentation } from "@tabler/icons-react";
import { DisplayChoice } from "~/app/blocks/list/list-display";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useAddress } from "~/app/blocks/use-set-address";
import { setClientMode } from "~/app/browser/client-mode";
import { useTiles } from "~/app/features/map/use-tiles";
import { t } from "~/app/i18n/t";
import { EstateSort } from "./estate-sort";

const displays = { list: "列表", card: "卡片", map: "地图" } as const;
type Display = keyof typeof displays;
const key = "estate-view";

const isDisplay = (value: string | null): value is Display => value !== null && value in displays;

/** How the estates are looked at: as the address says, else as one did last. The map is there only with a ground to stand on. */
export function useEstateDisplay() {
  const [search, setAddress] = useAddress();
  const isPhone = useIsPhone();
  const tiles = useTiles();
  const named = search.get("view");
  const display = isDisplay(named) ? named : remembered();
  const offered = (Object.keys(displays) as Display[]).filter((one) =>
    one === "map" ? tiles : one === "list" || !isPhone,
  );
  const choose = (next: Display) => {
    remember(next);
    setAddress({ view: next }, { replace: true });
  };
  const present = offered.includes(display) ? display : "list";
  const words: Partial<typeof displays> = Object.fromEntries(offered.map((one) => [one, displays[one]]));
  return {
    display: present,
    tiles,
    choice: (
      <>
        {present === "card" || isPhone ? <EstateSort /> : null}
        <DisplayChoice displays={words} present={present} choose={choose} />
        {present === "map" ? null : (
          <Button
            variant="default"
            h={isPhone ? 44 : 32}
            px={isPhone ? 12 : 7}
            aria-label={t("客户模式")}
            title={t("客户模式")}
            onClick={() => setClientMode(true)}
          >
            {isPhone ? t("客户模式") : <IconPresentation size={18} aria-hidden />}
          </Button>
        )}
      </>
    ),
  };
}

function remembered(): Display {
  try {
    const kept = window.localStorage.getItem(key);
    return isDisplay(kept) ? kept : "list";
  } catch {
    return "list";
  }
}

function remember(display: Display): void {
  try {
    window.localStorage.setItem(key, display);
  } catch {
    // Without storage the address alone knows.
  }
}
