import { PasswordInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { PasswordChange } from "~/contract/sign-in/auth";

export interface NewPassword {
  new_password: string;
  repeated: string;
}

/** What is wrong with the repetition, beside what the schema says. */
export const repetitionError = ({ new_password, repeated }: NewPassword) =>
  repeated === new_password ? {} : { repeated: t("两次输入的新密码不一致") };

interface NewPasswordFieldsProps<Values extends NewPassword> {
  form: UseFormReturnType<Values>;
  size?: "md";
  withAsterisk?: boolean;
}

export function NewPasswordFields<Values extends NewPassword>({ form, ...look }: NewPasswordFieldsProps<Values>) {
  return (
    <>
      <PasswordInput
        key={form.key("new_password")}
        label={t("新密码")}
        description={metaOf(PasswordChange.shape.new_password).help}
        autoComplete="new-password"
        {...look}
        {...form.getInputProps("new_password")}
      />
      <PasswordInput
        key={form.key("repeated")}
        label={t("再次输入新密码")}
        autoComplete="new-password"
        {...look}
        {...form.getInputProps("repeated")}
      />
    </>
  );
}
