import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { Face } from "~/app/blocks/detail/person";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { languages } from "~/contract/common";
import { formatPhone } from "~/contract/format";
import { type Profile, Basics as Schema, user } from "~/contract/personal/user";

export function Basics() {
  const profile = useProfile();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <Group wrap="nowrap" gap={16} mb={16}>
        <Face name={profile.name} picture={profile.avatar} size={64} />
        <div className={`${basic.column} ${basic.grow} ${basic.shrinks} ${basic.anywhere}`}>
          <Text component="strong" fz={18} fw={600}>
            {profile.name}
          </Text>
          <span className={`${basic.dim} ${basic.size13}`}>{profile.email}</span>
        </div>
        <Button variant="default" onClick={() => setIsEditing(true)}>
          {t("编辑资料")}
        </Button>
      </Group>
      <FactList
        facts={[
          { label: t("手机号"), value: phoneOf(profile) },
          { label: t("语言"), value: t(languages[profile.language as keyof typeof languages]) },
          { label: t("所属团队"), value: profile.team?.name },
          { label: t("角色"), value: profile.roles.map(({ name }) => name).join("、") },
        ]}
      />
      {isEditing ? <EditBasics profile={profile} onClose={() => setIsEditing(false)} /> : null}
    </>
  );
}

function EditBasics({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { run, pending } = useAct();
  const { avatar_id, avatar } = profile;
  const known = avatar_id && avatar ? [{ id: avatar_id, name: t("头像"), url: avatar }] : [];
  return (
    <ActForm
      title={t("编辑资料")}
      about={t("姓名和头像同事可见。邮箱、团队和角色由管理员修改。")}
      form={{
        schema: Schema,
        fields: [{ name: "avatar_id", media: { scene: "avatar", known } }, "name", "phone_cc", "phone", "language"],
        value: profile,
        draft: "profile",
        pending,
        submitLabel: t("保存"),
        onSubmit: (body, then) => run(user.update, { body }, { success: t("已保存"), ...then(onClose) }),
      }}
      onClose={onClose}
    />
  );
}

const phoneOf = ({ phone, phone_cc }: Profile) => phone && formatPhone(phone, phone_cc);
