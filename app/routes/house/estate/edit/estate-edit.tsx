import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Tabs.css";
import { Alert, Box, Button, Stack, Tabs } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconAlertCircle, IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { tabRow } from "~/app/blocks/detail/tab-row";
import type { FormState } from "~/app/blocks/form/form-tabs";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type FieldError, outerField } from "~/contract/errors";
import type { EstateAlbum } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import { EstateFields } from "~/contract/house/estate-record";
import type { RoomRow } from "~/contract/house/room";
import { EstateNotice } from "../detail/estate-notice";
import { detailPath } from "../estate-paths";
import { EditHead } from "./edit-head";
import { type EditTab, editTabOf, editTabs, isFormTab, tabOfMissing } from "./edit-tabs";
import { EstateForm } from "./estate-form";
import { PicturePanel } from "./picture-panel";
import { RoomPanel } from "./room-panel";

interface EstateEditProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  album: EstateAlbum;
}

/** The form of an estate in its tabs (`?edit=price`); its rooms and pictures are saved by themselves. */
export function EstateEdit({ record, rooms, album }: EstateEditProps) {
  if (!record.can.edit) return <NotNow record={record} />;
  return <Editor key={record.id} record={record} rooms={rooms} album={album} />;
}

function Editor({ record, rooms, album }: EstateEditProps) {
  const [search, setSearch] = useSearchParams();
  const [form, setForm] = useState<FormState>({ wrong: [], isDirty: false });
  const [complaints, setComplaints] = useState<readonly FieldError[]>([]);
  const albumDirty = useRef(false);
  const present = editTabOf(search.get("edit"));
  // Uploads of pictures go on while another tab is open.
  const hasPictures = useRef(false);
  hasPictures.current ||= present === "pictures";
  const open = (tab: string) =>
    setSearch((now) => new URLSearchParams([...now].filter(([name]) => name !== "edit").concat([["edit", tab]])), {
      preventScrollReset: true,
      replace: true,
    });
  const onRefused = (fields: readonly FieldError[]) => {
    const ofForm = fields.filter(({ field }) => outerField(field) in EstateFields.shape);
    setComplaints(ofForm);
    const [first] = fields;
    if (ofForm.length === 0 && first) open(tabOfMissing(first.field));
  };
  return (
    <Stack maw={1240}>
      <EditHead record={record} isUnsaved={() => form.isDirty || albumDirty.current} onRefused={onRefused} />
      <EstateNotice record={record} />
      <ReviewNote record={record} />
      <TabStrip present={present} wrong={form.wrong} onOpen={open}>
        <Box hidden={!isFormTab(present)} p={20} className={basic.surface}>
          <EstateForm
            record={record}
            hasRooms={rooms.some(({ pending }) => pending !== "added")}
            complaints={complaints}
            tabs={{ name: "edit", present, open, onState: setForm }}
          />
        </Box>
        {present === "rooms" ? <RoomPanel record={record} rooms={rooms} album={album} /> : null}
        {hasPictures.current ? (
          <div hidden={present !== "pictures"}>
            <PicturePanel record={record} rooms={rooms} album={album} unsaved={albumDirty} />
          </div>
        ) : null}
      </TabStrip>
    </Stack>
  );
}

function ReviewNote({ record }: { record: EstateDetail }) {
  const mayReview = useProfile().permissions.includes("house:estate:audit");
  if (record.audit_status !== "approved" || (mayReview && !record.is_changing)) return null;
  return (
    <Alert color={mayReview ? "orange" : "brand"} icon={<IconInfoCircle aria-hidden />} p="sm">
      {mayReview
        ? t("有变更等待审核，价格、地址、产权、资质、佣金、户型、相册须先审核该变更才能修改，其余内容可直接保存")
        : t("价格、地址、产权、资质、佣金、户型、相册的修改需审核，通过前对外仍显示原内容")}
    </Alert>
  );
}

const NotNow = ({ record }: { record: EstateDetail }) => (
  <Stack maw={1240}>
    <EstateNotice record={record} />
    <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title={t("现在不能编辑该房源")}>
      <p>
        {record.audit_status === "pending" ? t("房源正在审核，撤回审核后可以修改。") : t("您没有编辑该房源的权限。")}
      </p>
      <Button component={Link} to={detailPath(record.id)} variant="default">
        {t("返回详情")}
      </Button>
    </Alert>
  </Stack>
);

interface TabStripProps {
  present: EditTab;
  wrong: readonly string[];
  onOpen: (tab: string) => void;
  children: ReactNode;
}

/** The tabs over an estate's form; all share one panel, so that what is typed in one stays while another is open. */
const TabStrip = ({ present, wrong, onOpen, children }: TabStripProps) => (
  <Tabs value={present} onChange={(tab) => tab && onOpen(tab)}>
    <Tabs.List {...tabRow} aria-label={t("房源资料")} mb="sm">
      {editTabs.map((tab) => (
        <Tabs.Tab
          key={tab.key}
          value={tab.key}
          rightSection={
            wrong.includes(tab.key) ? (
              <IconAlertCircle size={16} color="var(--mantine-color-error)" aria-label={t("有错误")} />
            ) : null
          }
        >
          {t(tab.label)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value={present}>{children}</Tabs.Panel>
  </Tabs>
);
