import type { ShareContent, SharedEstate } from "~/contract/share/share-content";
import classes from "./share-sheet.module.css";

/** What a client reads, on white paper in every colour scheme: it becomes a picture. */
export const ShareSheet = ({ content }: { content: ShareContent }) => (
  <article className={classes.sheet} lang={content.language}>
    {content.kind === "estate" ? null : <h2>{content.title}</h2>}
    {content.note ? <p className={classes.note}>{content.note}</p> : null}
    {content.special?.cover ? <img className={classes.picture} src={content.special.cover} alt="" /> : null}
    {content.table.length ? (
      <Compared content={content} />
    ) : (
      content.estates.map((one) => <Estate key={one.id} of={one} />)
    )}
    {content.quote ? <Quote of={content.quote} /> : null}
    {content.gone ? <p>{content.gone}</p> : null}
    <footer>
      {content.consultant ? (
        <p>
          {content.consultant.label} <b>{content.consultant.name}</b> {content.consultant.phone?.value}
        </p>
      ) : null}
      {[content.as_of, content.rate, content.disclaimer].filter(Boolean).map((line) => (
        <small key={line}>{line}</small>
      ))}
    </footer>
  </article>
);

const Estate = ({ of }: { of: SharedEstate }) => (
  <section>
    {of.picture ? <img className={classes.picture} src={of.picture} alt="" /> : null}
    <h3>
      {of.name} {of.name_local ? <small>{of.name_local}</small> : null}
    </h3>
    <p>{of.place}</p>
    {of.notice ? <p className={classes.notice}>{of.notice}</p> : null}
    <Facts of={of.facts} />
    {of.highlights.length ? <p>{of.highlights.join(" · ")}</p> : null}
  </section>
);

const Facts = ({ of }: { of: SharedEstate["facts"] }) => (
  <dl className={classes.facts}>
    {of.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Compared = ({ content: { estates, table } }: { content: ShareContent }) => (
  <table>
    <thead>
      <tr>
        <td />
        {estates.map(({ id, name }) => (
          <th key={id} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {table.map(({ label, values }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {values.map((value, index) => (
            <td key={estates[index]?.id}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const Quote = ({ of }: { of: NonNullable<ShareContent["quote"]> }) => (
  <section>
    {of.notice ? <p className={classes.notice}>{of.notice}</p> : null}
    <Facts of={[...(of.quotation_no ? [of.quotation_no] : []), ...of.facts, of.valid_until]} />
    {of.plan ? <img className={classes.picture} src={of.plan} alt="" /> : null}
    {of.bills.map(({ heading, lines, total }) => (
      <section key={heading}>
        <h3>{heading}</h3>
        <Facts of={[...lines, total]} />
      </section>
    ))}
  </section>
);
