import { Button } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import classes from "./personal.module.css";

const ChangePassword = lazyPart(() => import("~/app/layout/change-password"), "ChangePassword");

/** The password, which is only ever changed. */
export function PasswordLine() {
  const [isChanging, setIsChanging] = useState(false);
  const close = () => setIsChanging(false);
  return (
    <div className={classes.row}>
      <div className={`${classes.text} ${basic.column} ${basic.gap2} ${basic.shrinks} ${basic.anywhere}`}>
        <strong>{t("登录密码")}</strong>
        <span>{t("修改后，其他设备需要重新登录")}</span>
      </div>
      <Button variant="default" onClick={() => setIsChanging(true)}>
        {t("修改")}
      </Button>
      {isChanging ? <ChangePassword isOpen onDone={close} onCancel={close} /> : null}
    </div>
  );
}
