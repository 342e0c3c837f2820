import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { BrokerCreate, type BrokerDetail, BrokerUpdate } from "~/contract/system/broker";
import type { BrokerAction } from "./broker-writes";

interface BrokerDialogProps {
  /** Absent for a new one. */
  record: BrokerDetail | undefined;
  onClose: () => void;
}

/** The form of a broker, in a dialog. */
export function BrokerDialog({ record, onClose }: BrokerDialogProps) {
  const { run, pending } = useAct<BrokerAction>();
  const [sections] = useState(() => sectionsOf(record));
  const form = { sections, isInDialog: true, pending, onCancel: onClose };
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={record ? t("编辑房产经纪 {no}", { no: record.broker_no }) : t("新增房产经纪")}
    >
      {record ? (
        <LazyRecordForm
          {...form}
          schema={BrokerUpdate}
          value={record}
          extra={{ version: record.version }}
          draft={`broker:${record.id}`}
          onSubmit={(body, then) =>
            run("update", { params: { id: record.id }, body }, { success: t("已保存"), ...then(onClose) })
          }
        />
      ) : (
        <LazyRecordForm
          {...form}
          schema={BrokerCreate}
          value={{ phone_cc: "86", languages: ["zh"] }}
          draft="broker-new"
          onSubmit={(body, then) => run("create", { body }, { success: t("已新增"), ...then(onClose) })}
        />
      )}
    </Dialog>
  );
}

const sectionsOf = (record: BrokerDetail | undefined): FormSection<typeof BrokerCreate>[] => [
  { title: "基本信息", fields: ["name", "type", "company_name"] },
  { title: "牌照", fields: ["license_country", "license_no", "license_expire_at"] },
  { title: "联系方式", fields: ["contact_name", "phone_cc", "phone", "email", "wechat"] },
  {
    title: "服务",
    fields: [
      "languages",
      { name: "service_district_ids", within: "license_country" },
      { name: "intro", isWide: true },
      { name: "commission_note", isWide: true },
      { name: "avatar_id", media: { scene: "avatar", known: record ? pictureOf(record) : [] } },
    ],
  },
];

const pictureOf = ({ avatar_id, avatar, name }: BrokerDetail) =>
  avatar_id && avatar ? [{ id: avatar_id, name, url: avatar, mime: "image/jpeg" }] : [];
