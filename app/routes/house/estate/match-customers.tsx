import { Anchor, Button, Drawer } from "@mantine/core";
import { useCallback } from "react";
import { call } from "~/app/api/call";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatAge } from "~/app/blocks/detail/format";
import { useAsync } from "~/app/blocks/detail/use-async";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { MatchParts } from "~/app/features/match/match-parts";
import classes from "~/app/features/match/match-parts.module.css";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { tracking } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { type CustomerMatch, match } from "~/contract/house/match";

interface MatchCustomersProps {
  estateId: number;
  name: string;
  onClose: () => void;
}

/** Whom of one's customers an estate suits, the best first; each may be followed up from here. */
export function MatchCustomers({ estateId, name, onClose }: MatchCustomersProps) {
  const isPhone = useIsPhone();
  const ask = useCallback(
    (signal: AbortSignal) => call(match.customers, { params: { id: estateId } }, { signal, silent: true }),
    [estateId],
  );
  const asked = useAsync(ask);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 640}
      title={t("匹配客户 · {name}", { name })}
      closeButtonProps={{ "aria-label": t("关闭") }}
    >
      <AsyncPart {...asked}>
        {(found) =>
          found.length ? (
            <ol className={classes.list}>
              {found.map((one) => (
                <CustomerCard key={one.customer.id} estateId={estateId} found={one} />
              ))}
            </ol>
          ) : (
            <Empty title={t("没有合适的客户")}>{t("只有已上架、在售的房源与您权限内客户的需求、意向比较")}</Empty>
          )
        }
      </AsyncPart>
    </Drawer>
  );
}

function CustomerCard({ estateId, found }: { estateId: number; found: CustomerMatch }) {
  const { customer, requirement, score, parts } = found;
  const page = `/customer/editCustomerInfo/${customer.id}`;
  const mayTrack = mayCall(useProfile(), tracking.create);
  const by = requirement ? t("按需求 {no}", { no: requirement.name }) : t("按客户意向");
  return (
    <li className={classes.card} aria-label={customer.name}>
      <div className={classes.about}>
        <p className={classes.name}>
          <Anchor component={Link} to={page} inherit>
            {customer.name}
          </Anchor>
          <LevelTag level={customer.level} />
          <StageTag stage={customer.stage} />
        </p>
        <p className={classes.more}>
          {[customer.customer_no, customer.owner?.name, by, followed(customer.last_tracking_at)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <MatchParts score={score} parts={parts} />
      <div className={classes.acts}>
        {requirement ? (
          <Button component={Link} to={`${page}?tab=requirements`} variant="default" size="sm">
            {t("查看需求")}
          </Button>
        ) : null}
        {mayTrack ? (
          <Button component={Link} to={`${page}?tab=trackings&write=1&about=${estateId}`} size="sm">
            {t("跟进")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

const followed = (at: string | null) => (at ? t("{age}跟进", { age: formatAge(at) }) : t("尚未跟进"));
