import { Button, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { NotYet } from "~/app/blocks/detail/not-yet";
import { RecordTags } from "~/app/blocks/detail/record-tags";
import { TitledPart } from "~/app/blocks/detail/titled-part";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { ClueStatusTag, CollisionTag, maskedMatch } from "~/app/features/clue/clue-tags";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import type { ClueDetail, ClueRow } from "~/contract/clue/clue-record";
import { useClueActs } from "./clue-acts";
import { ClueFacts } from "./clue-facts";
import { ClueLine } from "./clue-line";

const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");

export function ClueDrawer({ id, row, onNext }: DrawerPart<ClueRow>) {
  const record = useDrawerCall(clue.get, { params: { id } });
  const logs = useDrawerCall(clue.logs, { params: { id } });
  return (
    <DrawerAnswer {...record}>
      {(one) => (
        <div className={`${basic.grid} ${basic.gap16}`}>
          <RecordTags name={one.customer_name} isNamed={row !== undefined}>
            <ClueStatusTag status={one.status} />
            <CollisionTag collision={one.collision} isCertain={one.collision_certain} />
          </RecordTags>
          <Acts record={one} onNext={onNext} />
          <Collision record={one} />
          <ClueFacts record={one} />
          <TitledPart title={t("记录")}>
            <DrawerAnswer {...logs}>{(list) => <ClueLine logs={list} />}</DrawerAnswer>
          </TitledPart>
          <TitledPart title={t("评论")}>
            <Comments type="clue" id={id} />
          </TitledPart>
        </div>
      )}
    </DrawerAnswer>
  );
}

/** After a decision the next one opens. */
function Acts({ record, onNext }: { record: ClueDetail; onNext: (() => void) | undefined }) {
  const acts = useClueActs({ onDecided: onNext, isRecord: true });
  return (
    <>
      <ThumbBar>
        <RowActions isTall about={record.customer_name} actions={acts.actionsOf(record)} />
      </ThumbBar>
      <NotYet
        steps={[
          [t("恢复"), record.can.renew, record.blocked.renew],
          [t("取消报备"), record.can.cancel, record.blocked.cancel],
        ]}
      />
      {acts.dialog}
    </>
  );
}

function Collision({ record: { id, collision_detail } }: { record: ClueDetail }) {
  const setAddress = useSetAddress();
  if (!collision_detail) return null;
  return (
    <div>
      <Text c="var(--app-due)" fz={14}>
        {collision_detail.text}
        {collision_detail.certain ? null : ` · ${maskedMatch()}`}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => setAddress({ open: undefined, judge: id }, { preventScrollReset: false })}
      >
        {t("查看判定单")}
      </Button>
    </div>
  );
}
