export const StatementPeriod = ({
  of: { period_from, period_to },
}: {
  of: { period_from: string; period_to: string };
}) => (
  <>
    <span style={whole}>{period_from} 至</span> <span style={whole}>{period_to}</span>
  </>
);

const whole = { whiteSpace: "nowrap" } as const;
