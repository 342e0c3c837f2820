import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { layoutText, PriceRange, SaleTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import type { RoomRow } from "~/contract/house/room";
import classes from "../detail/estate-rooms.module.css";
import own from "./estate-edit.module.css";

const pendingLabels = { added: "新增待审核", changed: "变更待审核", removed: "删除待审核" } as const;

interface RoomTableProps {
  rooms: readonly RoomRow[];
  onEdit: (room: RoomRow) => void;
  onCopy: (room: RoomRow) => void;
  onRemove: (room: RoomRow) => void;
}

export const RoomTable = ({ rooms, onEdit, onCopy, onRemove }: RoomTableProps) => (
  <div className={`${basic.relative} ${basic.scrolls}`}>
    <table className={`${classes.table} ${basic.table}`}>
      <thead>
        <tr>
          {["户型图", "名称", "户型", "面积", "总价", "回报率", "可售/总套数", "状态", "操作"].map((label) => (
            <th key={label} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rooms.map((row) => {
          const room = { ...row, ...row.proposed };
          return (
            <tr key={row.id}>
              <td>{room.floor_plan ? <img className={own.plan} src={room.floor_plan.thumb} alt="" /> : "–"}</td>
              <td>
                {room.name} {row.pending ? <Tag color="orange">{t(pendingLabels[row.pending])}</Tag> : null}
              </td>
              <td>{layoutText([room.layout])}</td>
              <td>{formatNumber(room.area_sqm)}㎡</td>
              <td>
                <PriceRange of={room} />
              </td>
              <td>{formatPercent(row.gross_yield) || "–"}</td>
              <td>
                {room.available_count ?? "–"}/{room.total_count ?? "–"}
              </td>
              <td>
                <SaleTag status={room.sale_status} />
              </td>
              <td>
                {row.pending === "removed" ? null : (
                  <RowActions
                    about={room.name}
                    actions={[
                      { label: t("编辑"), onSelect: () => onEdit(row) },
                      { label: t("复制"), onSelect: () => onCopy(row) },
                      { label: t("删除"), isDanger: true, onSelect: () => onRemove(row) },
                    ]}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
