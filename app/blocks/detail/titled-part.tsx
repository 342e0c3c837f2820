import { Title } from "@mantine/core";
import type { ReactNode } from "react";

export const TitledPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);
