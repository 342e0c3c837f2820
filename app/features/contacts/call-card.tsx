import { Box, Group } from "@mantine/core";
import encodeQR from "qr";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { CopyText, dialOf, PhoneLink } from "./contacts";
import classes from "./contacts.module.css";

export function CallCard({ number, text }: { number: string; text: string }) {
  const drawn = encodeQR(dialOf(number), "svg", { ecc: "medium", border: 2 });
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      gap={16}
      my={12}
      px={16}
      py={12}
      className={`${basic.bordered} ${basic.rounded} ${classes.call}`}
    >
      <div>
        <Box component="p" m="0 0 4px" fz={24}>
          <PhoneLink number={number} text={text} isBare />
        </Box>
        <CopyText text={text} />
      </div>
      <img src={`data:image/svg+xml,${encodeURIComponent(drawn)}`} width={88} height={88} alt={t("用手机扫码拨打")} />
    </Group>
  );
}
