import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "~/app/i18n/t";
import { ChangePassword } from "~/app/layout/change-password";
import classes from "./personal.module.css";

/** The password, which is only ever changed. */
export function PasswordLine() {
  const [isChanging, setIsChanging] = useState(false);
  const close = () => setIsChanging(false);
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <strong>{t("登录密码")}</strong>
        <span>{t("修改后，其他设备需要重新登录")}</span>
      </div>
      <Button variant="default" onClick={() => setIsChanging(true)}>
        {t("修改")}
      </Button>
      <ChangePassword isOpen={isChanging} onDone={close} onCancel={close} />
    </div>
  );
}
