import { Stack, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useCallback, useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { WhenNear } from "~/app/blocks/when-near";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import type { Album } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import type { RoomRow } from "~/contract/house/room";
import { unit } from "~/contract/house/unit";
import { SectionNav } from "../../mansion/section-nav";
import classes from "../estate-detail.module.css";
import { EstateAmenities, EstateOutline, EstateTexts } from "../estate-outline";
import { EstateTraffic } from "../estate-traffic";
import { useMayFillIn } from "../fill-in";
import { ClientActs, EstateActs } from "./estate-acts";
import { isIncomplete } from "./estate-completeness";
import { type Chosen, calculatorId, EstateCosts } from "./estate-costs";
import { EstateHero } from "./estate-hero";
import { EstateRooms } from "./estate-rooms";
import { EstateSimilar } from "./estate-similar";
import { staffSections } from "./staff-sections";

const boardHeight = 320;

const EstateNotice = lazyPart(() => import("./estate-notice"), "EstateNotice");
const UnitBoard = lazyPart(
  () => import("../board/unit-board"),
  "UnitBoard",
  () => <div style={{ height: boardHeight }} />,
);

interface EstatePageProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  pictures: Album;
}

export function EstatePage({ record, rooms: known, pictures }: EstatePageProps) {
  const isClient = useClientMode();
  const mayFillIn = useMayFillIn(record);
  const isFull = useSearchParams()[0].has("full");
  const profile = useProfile();
  const mayAddUnits = mayCall(profile, unit.create) && !isClient;
  // By its code: what deals are is fetched with them.
  const seesDeals = mayCall(profile, { permission: "deal:deal:view" });
  const [hasSimilar, setHasSimilar] = useState(true);
  const dropSimilar = useCallback(() => setHasSimilar(false), []);
  // Chosen once more, a layout is reckoned anew.
  const [chosen, setChosen] = useState<Chosen>();
  const reckon = (room?: number, price?: string) => {
    if (room !== undefined) setChosen({ room, price, turn: (chosen?.turn ?? 0) + 1 });
    const calculator = document.getElementById(calculatorId);
    calculator?.scrollIntoView({ block: "start" });
    calculator?.focus({ preventScroll: true });
  };
  // What would be added waits for its review.
  const rooms = isClient ? known.filter(({ pending }) => pending !== "added") : known;
  const { highlights, features, facilities, description, surroundings, risks } = record;
  const sections = shownOf([
    (rooms.length > 0 || mayFillIn) && {
      id: "rooms",
      title: "户型",
      content: <EstateRooms record={record} rooms={rooms} onReckon={({ id }) => reckon(id)} />,
    },
    (record.has_units || mayAddUnits) && {
      id: "board",
      title: isClient ? "选房" : "销控",
      content: (
        <WhenNear height={boardHeight} isAsked={isFull}>
          <UnitBoard estate={record} onReckon={({ room_id, list_price }) => reckon(room_id, list_price ?? undefined)} />
        </WhenNear>
      ),
    },
    { id: "outline", title: "楼盘概要", content: <EstateOutline record={record} /> },
    { id: "cost", title: "费用与成本", content: <EstateCosts record={record} rooms={rooms} chosen={chosen} /> },
    { id: "traffic", title: "交通", content: <EstateTraffic record={record} /> },
    (highlights.length + features.length + facilities.length > 0 || mayFillIn) && {
      id: "amenities",
      title: "配套",
      content: <EstateAmenities record={record} />,
    },
    (description || surroundings || risks || mayFillIn) && {
      id: "texts",
      title: "介绍",
      content: <EstateTexts record={record} />,
    },
    hasSimilar && {
      id: "similar",
      title: "相似房源",
      content: <EstateSimilar id={record.id} onNone={dropSimilar} />,
    },
  ]);
  const inside = isClient ? [] : shownOf(staffSections(record, mayFillIn, seesDeals));
  const near = sections.filter(({ id }) => id === "rooms" || id === "board");
  return (
    <>
      <EstateHero
        record={record}
        pictures={pictures}
        acts={isClient ? <ClientActs parts={near} onReckon={() => reckon()} /> : <EstateActs record={record} />}
      />
      {hasNotice(record) && !isClient ? <EstateNotice record={record} /> : null}
      <div className={classes.body}>
        <SectionNav sections={[...sections, ...inside]} />
        <Stack miw={0}>
          {sections.map(anchored)}
          {inside.length ? (
            <Text c="dimmed" fz={13} mt={16} className={`${classes.inside} ${basic.row} ${basic.gap8}`}>
              <IconEyeOff size={16} aria-hidden /> {t("以下仅内部可见，客户模式中不显示")}
            </Text>
          ) : null}
          {inside.map(anchored)}
        </Stack>
      </div>
    </>
  );
}

interface Section {
  id: string;
  title: string;
  content: ReactNode;
}

const shownOf = (sections: readonly (Section | false | "" | null)[]): Section[] =>
  sections.filter((section) => typeof section === "object" && section !== null);

const anchored = ({ id, content }: Section) => (
  <div key={id} id={id} tabIndex={-1} className={classes.anchor}>
    {content}
  </div>
);

const hasNotice = (record: EstateDetail) =>
  record.review !== null ||
  (record.publish_status === "offline" && record.offline_reason !== null) ||
  isIncomplete(record);
