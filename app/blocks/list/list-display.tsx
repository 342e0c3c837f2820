import { Button } from "@mantine/core";
import { IconLayoutKanban, IconList } from "@tabler/icons-react";
import { useAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";

interface DisplayChoiceProps<D extends string> {
  displays: Readonly<Partial<Record<D, string>>>;
  present: D;
  choose: (display: D) => void;
}

export function DisplayChoice<D extends string>({ displays, present, choose }: DisplayChoiceProps<D>) {
  // The keys are the displays, as their type says.
  const offered = Object.entries(displays) as [D, string][];
  if (offered.length < 2) return null;
  return (
    <Button.Group aria-label={t("显示方式")}>
      {offered.map(([display, label]) => (
        <Button
          key={display}
          h={32}
          variant={display === present ? "light" : "default"}
          px={12}
          aria-pressed={display === present}
          onClick={() => choose(display)}
        >
          {t(label)}
        </Button>
      ))}
    </Button.Group>
  );
}

const boardDisplays = { list: "列表", board: "看板" } as const;

export function useBoardDisplay() {
  const [search, setAddress] = useAddress();
  const present = search.get("display") === "board" ? "board" : "list";
  const choose = (display: keyof typeof boardDisplays) =>
    setAddress(
      { display: display === "board" ? display : undefined, open: undefined, write: undefined },
      { replace: true },
    );
  const isBoard = present === "board";
  return {
    isBoard,
    choice: <DisplayChoice displays={boardDisplays} present={present} choose={choose} />,
    phone: (
      <Button
        variant="default"
        w={44}
        px={0}
        aria-label={t("看板")}
        aria-pressed={isBoard}
        onClick={() => choose(isBoard ? "list" : "board")}
      >
        {isBoard ? <IconList size={18} aria-hidden /> : <IconLayoutKanban size={18} aria-hidden />}
      </Button>
    ),
  };
}
