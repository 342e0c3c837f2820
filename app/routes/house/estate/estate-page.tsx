import { useState } from "react";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { WhenNear } from "~/app/routes/house/estate/when-near";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import type { Album } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import type { RoomRow } from "~/contract/house/room";
import { unit } from "~/contract/house/unit";
import { SectionNav } from "../mansion/section-nav";
import { EstateComments } from "./estate-comments";
import { isIncomplete } from "./estate-completeness";
import { calculatorId, EstateCosts } from "./estate-costs";
import classes from "./estate-detail.module.css";
import { EstateFigures } from "./estate-figures";
import { EstateGallery } from "./estate-gallery";
import { EstateHead } from "./estate-head";
import { EstateAmenities, EstateMansions, EstateOutline, EstateTexts } from "./estate-outline";
import { EstateRooms } from "./estate-rooms";
import { EstateRules } from "./estate-rules";
import { EstateSimilar } from "./estate-similar";
import { EstateTraffic } from "./estate-traffic";

const boardHeight = 320;

// Most visitors have nothing to be told first, and do not come as far as the board or the reviews.
const EstateNotice = lazyPart(() => import("./estate-notice"), "EstateNotice");
const EstateRecords = lazyPart(() => import("./estate-records"), "EstateRecords");
const UnitBoard = lazyPart(
  () => import("./board/unit-board"),
  "UnitBoard",
  () => <div style={{ height: boardHeight }} />,
);

interface EstatePageProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  pictures: Album;
}

/** An estate that is looked at. */
export function EstatePage({ record, rooms, pictures }: EstatePageProps) {
  // Chosen once more, a layout is reckoned anew.
  const [chosen, setChosen] = useState<{ room: number; turn: number }>();
  const mayAddUnits = mayCall(useProfile(), unit.create);
  const reckon = ({ id }: RoomRow) => {
    setChosen({ room: id, turn: (chosen?.turn ?? 0) + 1 });
    const calculator = document.getElementById(calculatorId);
    calculator?.scrollIntoView({ block: "start" });
    calculator?.focus({ preventScroll: true });
  };
  const sections = [
    { id: "gallery", title: "相册", content: <EstateGallery record={record} pictures={pictures} /> },
    { id: "figures", title: "关键数据", content: <EstateFigures record={record} /> },
    { id: "rooms", title: "户型", content: <EstateRooms rooms={rooms} onReckon={reckon} /> },
    (record.has_units || mayAddUnits) && {
      id: "board",
      title: "销控",
      content: (
        <WhenNear height={boardHeight}>
          <UnitBoard estate={record} />
        </WhenNear>
      ),
    },
    { id: "outline", title: "项目概要", content: <EstateOutline record={record} /> },
    { id: "cost", title: "费用与成本", content: <EstateCosts record={record} rooms={rooms} chosen={chosen} /> },
    { id: "traffic", title: "交通", content: <EstateTraffic record={record} /> },
    { id: "amenities", title: "配套", content: <EstateAmenities record={record} /> },
    { id: "texts", title: "介绍", content: <EstateTexts record={record} /> },
    record.rules && { id: "rules", title: "报备与佣金", content: <EstateRules rules={record.rules} /> },
    { id: "mansions", title: "相关楼栋", content: <EstateMansions record={record} /> },
    { id: "similar", title: "相似房源", content: <EstateSimilar id={record.id} /> },
    { id: "comments", title: "评论", content: <EstateComments id={record.id} /> },
    {
      id: "records",
      title: "审核记录",
      content: (
        <Panel title={t("审核记录")}>
          <WhenNear height={120}>
            <EstateRecords key={record.updated_at} id={record.id} />
          </WhenNear>
        </Panel>
      ),
    },
  ].filter((section) => typeof section === "object" && section !== null);
  return (
    <>
      <EstateHead record={record} />
      {hasNotice(record) ? <EstateNotice record={record} /> : null}
      <div className={classes.body}>
        <SectionNav sections={sections} />
        <div className={classes.main}>
          {sections.map(({ id, content }) => (
            <div key={id} id={id} tabIndex={-1} className={classes.anchor}>
              {content}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

const hasNotice = (record: EstateDetail) =>
  record.review !== null ||
  (record.publish_status === "offline" && record.offline_reason !== null) ||
  isIncomplete(record);
