import { Anchor, Button, Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatAge } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import classes from "~/app/features/match/match.module.css";
import { MatchReasons, MatchScore } from "~/app/features/match/match-line";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { tracking } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { type CustomerMatch, match } from "~/contract/house/match";

export function MatchCustomers({ estateId, name, onClose }: { estateId: number; name: string; onClose: () => void }) {
  const answer = useCall(match.customers, { params: { id: estateId } });
  return (
    <SideDrawer onClose={onClose} title={t("匹配客户 · {name}", { name })}>
      <AsyncPart {...answer} shape="list">
        {(found) =>
          found.length ? (
            <ol className={`${basic.column} ${basic.list}`}>
              {found.map((one) => (
                <CustomerCard key={one.customer.id} estateId={estateId} found={one} />
              ))}
            </ol>
          ) : (
            <Empty title={t("没有合适的客户")}>{t("只有已上架、在售的房源与您权限内客户的需求、意向比较")}</Empty>
          )
        }
      </AsyncPart>
    </SideDrawer>
  );
}

function CustomerCard({ estateId, found }: { estateId: number; found: CustomerMatch }) {
  const { customer, requirement, score, stated, parts } = found;
  const page = customerPage(customer);
  const mayTrack = mayCall(useProfile(), tracking.create);
  const by = requirement ? t("按需求 {no}", { no: requirement.name }) : t("按客户意向");
  return (
    <li className={`${classes.row} ${basic.flex} ${basic.top} ${basic.gap12}`} aria-label={customer.name}>
      <div className={`${basic.column} ${basic.gap2} ${basic.grow} ${basic.shrinks}`}>
        <Group gap="4px 8px" m={0} className={classes.name}>
          <Anchor component={Link} to={page} inherit>
            {customer.name}
          </Anchor>
          <LevelTag level={customer.level} />
          <StageTag stage={customer.stage} />
          <MatchScore score={score} stated={stated} />
        </Group>
        <MatchReasons parts={parts} />
        <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
          {[customer.customer_no, customer.owner?.name, by, followed(customer.last_tracking_at)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className={`${basic.flow} ${basic.gap8} ${basic.fixed}`}>
        {requirement ? (
          <Button component={Link} to={`${page}?tab=requirements`} variant="default" size="compact-sm">
            {t("查看需求")}
          </Button>
        ) : null}
        {mayTrack ? (
          <Button
            component={Link}
            to={`${page}?tab=trackings&write=1&about=${estateId}`}
            variant="default"
            size="compact-sm"
          >
            {t("写跟进")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

const followed = (at: string | null) => (at ? t("{age}跟进", { age: formatAge(at) }) : t("尚未跟进"));
