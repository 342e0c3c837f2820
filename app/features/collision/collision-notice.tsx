import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormHandle } from "~/app/blocks/form/record-form";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { type Collision, customer } from "~/contract/customer/customer";
import { Customer } from "~/contract/customer/customer-record";
import { labelOf } from "~/contract/field";

interface CollisionNoticeProps {
  collision: Collision;
  form: FormHandle;
  /** The form makes a customer, so that a stale one may be taken over in its place. */
  mayTakeOver?: boolean;
  pending: boolean;
  onApply?: () => void;
}

/** The height of what is fixed above and below a phone's page: header, save bar and tabs. */
const clear = { scrollMarginBlock: "72px 140px" } as const;

const show = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: "nearest" });

/** The owner of these contacts, and the ways out that the reader has (domain C.1.4). */
export function CollisionNotice({ collision, form, mayTakeOver = false, pending, onApply }: CollisionNoticeProps) {
  const navigate = useNavigate();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const { id, can, customer_no } = collision;
  const goTo = (target: number) => () => {
    form.drop();
    navigate(customerPage({ id: target }));
  };
  const claim = (target: number) =>
    act.run(
      customer.claim,
      { params: { id: target }, body: { action: "claim" } },
      { success: t("领取成功"), onSuccess: goTo(target) },
    );
  const restore = (target: number) =>
    act.run(
      customer.restore,
      { params: { id: target }, body: { owner_id: null } },
      { success: t("已恢复"), onSuccess: goTo(target) },
    );
  const takesOver = mayTakeOver && can.takeover;
  return (
    <section ref={show} style={clear} aria-label={t("客户重复提示")}>
      <Alert color="orange" variant="outline" icon={<IconUsers aria-hidden />} title={collision.message} mb="md">
        <Text size="sm">
          {t("{label}与客户 {no} 重复。", {
            label: labelOf(labels[collision.field], collision.field),
            no: customer_no,
          })}
        </Text>
        <Group gap="xs" mt="xs">
          {can.claim && id !== null ? (
            <Button size="xs" onClick={() => claim(id)} loading={act.pending}>
              {t("领取")}
            </Button>
          ) : null}
          {can.restore && id !== null ? (
            <Button size="xs" onClick={() => restore(id)} loading={act.pending}>
              {t("恢复")}
            </Button>
          ) : null}
          {takesOver ? (
            <Button size="xs" onClick={() => setAsking(true)} loading={pending}>
              {t("接管")}
            </Button>
          ) : null}
          {can.transfer && !takesOver ? (
            <Button size="xs" onClick={onApply} disabled={!onApply}>
              {onApply ? t("申请转移") : t("已申请转移")}
            </Button>
          ) : null}
          {id !== null && collision.status !== "recycled" ? (
            <Button size="xs" variant="default" component={Link} to={customerPage({ id })}>
              {t("查看")}
            </Button>
          ) : null}
        </Group>
        {isAsking ? (
          <Confirm
            title={t("接管客户")}
            text={t("客户 {no} 将转到您名下，所填内容只补充其空缺的资料。确定接管？", { no: customer_no })}
            confirmLabel={t("接管")}
            isDanger={false}
            pending={pending}
            onConfirm={() => {
              setAsking(false);
              form.send({ takeover: true });
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Alert>
    </section>
  );
}

const labels: Record<string, Parameters<typeof labelOf>[0]> = Customer.shape;
