import { Text } from "@mantine/core";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { formatBytes } from "~/contract/format";
import { upload } from "~/contract/shared/upload";

interface Told {
  pages: number | null;
  size: number;
}

/** How many pages a report has, and how large it is. */
export function FilePanel({ id, known }: { id: number; known: Told | undefined }) {
  return known ? <Facts {...known} /> : <Asked id={id} />;
}

/** One that was uploaded just now. */
function Asked({ id }: { id: number }) {
  const { answer } = useCall(upload.signed, { params: { id } });
  return answer ? <Facts {...answer} /> : null;
}

const Facts = ({ pages, size }: Told) => (
  <Text size="sm" c="dimmed">
    {pages === null ? formatBytes(size) : t("共{pages}页 · {size}，已检查可以打开", { pages, size: formatBytes(size) })}
  </Text>
);
