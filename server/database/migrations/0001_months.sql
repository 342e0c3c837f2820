-- operation_log and user_behavior are parted by month (docs/decisions/1120-backup-and-migrations.md). drizzle knows no partitions: this file is written by hand, and
-- test/server/database/months.test.ts compares it with the tables of drizzle.
-- The partitions have a schema of their own, so that whoever lists the tables of the product meets each table once.
CREATE SCHEMA months;

-- Adds months.{parent}_2026_11, or months.{parent}_rest for rows whose month has no partition. Triggers for each row come along, those for each statement do not.
CREATE FUNCTION add_partition(parent text, partition text, bounds text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE months.%I PARTITION OF public.%I %s', partition, parent, bounds);
  IF parent = 'operation_log' THEN
    EXECUTE format('CREATE TRIGGER operation_log_not_truncated BEFORE TRUNCATE ON months.%I FOR EACH STATEMENT EXECUTE FUNCTION operation_log_guard()', partition);
  END IF;
END
$$;

-- Makes the partitions of the months between two moments that are missing; answers how many. Months are of Asia/Shanghai, as all days of the product are.
-- Rows of these months that came before them are moved out of the rest. A busy table is given up after two seconds: everybody else would wait as well.
CREATE FUNCTION make_months(parent text, since timestamptz, until timestamptz) RETURNS integer LANGUAGE plpgsql
  SET timezone = 'Asia/Shanghai' SET lock_timeout = '2s' AS $$
DECLARE
  rest text := parent || '_rest';
  key text := (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = format('public.%I', parent)::regclass);
  -- Beyond what is kept, and years ahead, a wrong clock would make partitions without end.
  first timestamptz := date_trunc('month', greatest(since, now() - interval '26 months'));
  last timestamptz := date_trunc('month', least(until, now() + interval '12 months'));
  is_early boolean;
  month timestamptz;
  made integer := 0;
BEGIN
  PERFORM FROM generate_series(first, last, interval '1 month') m WHERE to_regclass(format('months.%I', parent || to_char(m, '_YYYY_MM'))) IS NULL;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  EXECUTE format('LOCK TABLE ONLY public.%I IN ACCESS EXCLUSIVE MODE', parent);
  EXECUTE format('SELECT EXISTS (SELECT FROM months.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L)', rest, key, first, last + interval '1 month') INTO is_early;
  IF is_early THEN
    EXECUTE format('ALTER TABLE public.%I DETACH PARTITION months.%I', parent, rest);
    EXECUTE format('ALTER TABLE months.%I RENAME TO %I', rest, rest || '_before');
    PERFORM add_partition(parent, rest, 'DEFAULT');
  END IF;
  FOR month IN SELECT generate_series(first, last, interval '1 month') LOOP
    CONTINUE WHEN to_regclass(format('months.%I', parent || to_char(month, '_YYYY_MM'))) IS NOT NULL;
    PERFORM add_partition(parent, parent || to_char(month, '_YYYY_MM'), format('FOR VALUES FROM (%L) TO (%L)', month, month + interval '1 month'));
    made := made + 1;
  END LOOP;
  IF is_early THEN
    EXECUTE format('INSERT INTO public.%I SELECT * FROM months.%I', parent, rest || '_before');
    EXECUTE format('DROP TABLE months.%I', rest || '_before');
  END IF;
  RETURN made;
END
$$;

-- Drops the partitions of months that were over at a moment; answers how many. Of the operation log none that was over less than 730 days ago.
CREATE FUNCTION drop_months(parent text, before timestamptz) RETURNS integer LANGUAGE plpgsql
  SET timezone = 'Asia/Shanghai' SET lock_timeout = '2s' AS $$
DECLARE
  edge timestamptz := CASE WHEN parent = 'operation_log' THEN least(before, now() - interval '730 days') ELSE before END;
  partition regclass;
  dropped integer := 0;
BEGIN
  FOR partition IN SELECT c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = format('public.%I', parent)::regclass AND c.relname <> parent || '_rest'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= edge LOOP
    EXECUTE format('DROP TABLE %s', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
--> statement-breakpoint
ALTER TABLE "operation_log" SET SCHEMA months;
ALTER TABLE "user_behavior" SET SCHEMA months;
--> statement-breakpoint
CREATE TABLE "operation_log" (LIKE months.operation_log INCLUDING DEFAULTS INCLUDING IDENTITY,
  CONSTRAINT "operation_log_id_created_at_pk" PRIMARY KEY("id","created_at")) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "user_behavior" (LIKE months.user_behavior INCLUDING DEFAULTS INCLUDING IDENTITY,
  CONSTRAINT "user_behavior_id_at_pk" PRIMARY KEY("id","at")) PARTITION BY RANGE ("at");
--> statement-breakpoint
SELECT add_partition('operation_log', 'operation_log_rest', 'DEFAULT'), add_partition('user_behavior', 'user_behavior_rest', 'DEFAULT');
SELECT make_months('operation_log', coalesce((SELECT min(created_at) FROM months.operation_log), now()), now() + interval '3 months'),
  make_months('user_behavior', coalesce((SELECT min(at) FROM months.user_behavior), now()), now() + interval '3 months');
--> statement-breakpoint
INSERT INTO "operation_log" SELECT * FROM months.operation_log;
INSERT INTO "user_behavior" SELECT * FROM months.user_behavior;
SELECT setval('public.operation_log_id_seq', last_value, is_called) FROM months.operation_log_id_seq;
SELECT setval('public.user_behavior_id_seq', last_value, is_called) FROM months.user_behavior_id_seq;
DROP TABLE months.operation_log, months.user_behavior;
--> statement-breakpoint
CREATE INDEX "operation_log_created" ON "operation_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operation_log_target" ON "operation_log" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "operation_log_user" ON "operation_log" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "operation_log_target_id" ON "operation_log" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "user_behavior_user" ON "user_behavior" USING btree ("customer_user_id","at");--> statement-breakpoint
CREATE INDEX "user_behavior_at" ON "user_behavior" USING btree ("at");--> statement-breakpoint
ALTER TABLE "user_behavior" ADD CONSTRAINT "user_behavior_customer_user_id_customer_user_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER operation_log_kept BEFORE UPDATE OR DELETE ON "operation_log" FOR EACH ROW EXECUTE FUNCTION operation_log_guard();
CREATE TRIGGER operation_log_not_truncated BEFORE TRUNCATE ON "operation_log" FOR EACH STATEMENT EXECUTE FUNCTION operation_log_guard();

-- Takes out of a line what tells of a person; a line of which nothing changes stays as it is. `written` finds its partition.
DROP FUNCTION operation_log_forget;
CREATE FUNCTION operation_log_forget(line bigint, written timestamptz, named text, told text, parts jsonb, why text, moment timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  changed boolean;
BEGIN
  PERFORM set_config('operation_log.way', 'forget', true);
  UPDATE operation_log SET target_name = named, summary = told, changes = parts, reason = why, salt = NULL, forgotten_at = moment
    WHERE id = line AND created_at = written AND (target_name, summary, changes, reason) IS DISTINCT FROM (named, told, parts, why);
  changed := FOUND;
  PERFORM set_config('operation_log.way', '', true);
  RETURN changed;
END
$$;

-- Deletes up to so many lines that have been kept for their 730 days and whose month has no partition; answers how many. The others go with their month.
CREATE OR REPLACE FUNCTION operation_log_expire(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  edge timestamptz := least(before, now() - interval '730 days');
  dropped integer;
BEGIN
  PERFORM set_config('operation_log.way', 'expire', true);
  DELETE FROM months.operation_log_rest WHERE (id, created_at) IN (
    SELECT id, created_at FROM months.operation_log_rest WHERE created_at < edge ORDER BY created_at LIMIT most);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  PERFORM set_config('operation_log.way', '', true);
  RETURN dropped;
END
$$;

-- Drops up to so many of the oldest seals, of days that are over as long and whose lines are gone. The last of them stays: the chain goes on from it.
-- Only the oldest are looked at: a month's lines go at once, and their seals in many turns.
CREATE OR REPLACE FUNCTION operation_seal_expire(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  edge timestamptz := least(before, now() - interval '730 days');
  edge_day date := (edge AT TIME ZONE 'Asia/Shanghai')::date;
  dropped integer;
BEGIN
  PERFORM set_config('operation_log.way', 'expire', true);
  DELETE FROM operation_seal s USING (
    SELECT o.day, o.place, bool_or(o.is_kept) OVER goes_on AS is_kept, lead(o.is_kept) OVER goes_on AS is_next_kept FROM (
      SELECT f.day, f.place, f.day >= edge_day OR f.at >= edge
        OR EXISTS (SELECT FROM operation_log l WHERE l.id = f.log_id AND l.created_at = f.at) AS is_kept
      FROM operation_seal f ORDER BY f.day, f.place LIMIT most + 1) o
    WINDOW goes_on AS (ORDER BY o.day, o.place)) old
    WHERE s.day = old.day AND s.place = old.place AND NOT old.is_kept AND NOT old.is_next_kept;
  GET DIAGNOSTICS dropped = ROW_COUNT;
  PERFORM set_config('operation_log.way', '', true);
  RETURN dropped;
END
$$;

ANALYZE operation_log, user_behavior;
