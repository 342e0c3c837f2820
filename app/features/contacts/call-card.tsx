import encodeQR from "qr";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { CopyText, dialOf, PhoneLink } from "./contacts";
import classes from "./contacts.module.css";

/** A number to call, on the desktop: large, to copy, and as a code for the mobile. */
export function CallCard({ number, text }: { number: string; text: string }) {
  const drawn = encodeQR(dialOf(number), "svg", { ecc: "medium", border: 2 });
  return (
    <div className={`${classes.call} ${basic.row} ${basic.between} ${basic.gap16}`}>
      <div>
        <p className={classes.number}>
          <PhoneLink number={number} text={text} isBare />
        </p>
        <CopyText text={text} />
      </div>
      <img src={`data:image/svg+xml,${encodeURIComponent(drawn)}`} width={88} height={88} alt={t("用手机扫码拨打")} />
    </div>
  );
}
