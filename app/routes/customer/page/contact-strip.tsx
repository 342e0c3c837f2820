import { Button, CopyButton, Text } from "@mantine/core";
import { IconBrandWechat, IconCheck, IconEye, IconPencil, IconPhone } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { EditCell } from "~/app/blocks/list/row/edit-cell";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { dialOf } from "~/app/features/contacts/contacts";
import { useCallCustomer } from "~/app/features/customer/call-customer";
import { t } from "~/app/i18n/t";
import { callOf } from "~/app/routes/customer/customer-phone";
import { useProfile } from "~/app/session/viewer-context";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { formatPhone } from "~/contract/format";
import classes from "./contact-strip.module.css";
import { editedWith } from "./fact-edit";
import { isForbidden } from "./forbidden-banner";
import type { RevealedContacts } from "./reveal-customer";

const FactForm = lazyPart(() => import("./fact-form"), "FactForm");
const RevealCustomer = lazyPart(() => import("./reveal-customer"), "RevealCustomer");

interface ContactStripProps {
  /** With full contacts as soon as they have been shown. */
  record: CustomerDetail;
  onRevealed: (contacts: RevealedContacts) => void;
  mayEdit?: boolean;
}

export function ContactStrip({ record, onRevealed, mayEdit = false }: ContactStripProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { phone, phone_cc, wechat, is_masked, can } = record;
  const viewer = useProfile();
  const edited = mayEdit ? ["phone", "wechat"].flatMap((name) => editedWith(name, record, viewer)) : [];
  // On the phone the bar at the thumb calls.
  const isPhone = useIsPhone();
  const call = isPhone || isForbidden(record) ? undefined : callOf(record);
  const { onClick, dialog } = useCallCustomer(record);
  if (!phone && !wechat && !can.reveal) return null;
  return (
    <div className={`${classes.strip} ${basic.wrap} ${basic.gap8}`}>
      {call ? (
        <Button
          component="a"
          href={dialOf(call.number)}
          variant="default"
          size="sm"
          leftSection={<IconPhone size={17} aria-hidden />}
          aria-label={t("拨打{number}", { number: call.text })}
          onClick={onClick}
        >
          {call.text}
        </Button>
      ) : phone ? (
        <Text component="span" fz={15} fw={500} pr={4}>
          {formatPhone(phone, phone_cc)}
        </Text>
      ) : null}
      {wechat && !is_masked ? <Wechat name={wechat} /> : null}
      {edited.length ? (
        <span className={classes.edit}>
          <EditCell
            isButton
            label={t("修改手机号和微信")}
            form={(close) => <FactForm record={record} names={edited} onClose={close} />}
          >
            <IconPencil size={16} aria-hidden />
          </EditCell>
        </span>
      ) : null}
      {is_masked && can.reveal ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconEye size={17} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          {t("查看完整号码")}
        </Button>
      ) : null}
      {dialog}
      {isAsking ? <RevealCustomer record={record} onRevealed={onRevealed} onClose={() => setIsAsking(false)} /> : null}
    </div>
  );
}

const Wechat = ({ name }: { name: string }) => (
  <CopyButton value={name}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="sm"
        maw={240}
        onClick={copy}
        title={t("复制微信{name}", { name })}
        aria-label={copied ? t("已复制") : t("复制微信{name}", { name })}
        leftSection={copied ? <IconCheck size={17} aria-hidden /> : <IconBrandWechat size={17} aria-hidden />}
      >
        {copied ? t("已复制") : name}
      </Button>
    )}
  </CopyButton>
);
