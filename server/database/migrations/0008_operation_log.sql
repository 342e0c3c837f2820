-- The operation log is append-only, for whoever comes to the database past the server too. What was written is changed by operation_log_forget alone and dropped by
-- operation_log_expire alone; what either may do is said here once more, by the triggers (docs/decisions/0062-operation-log.md).
ALTER TABLE "operation_log" ALTER COLUMN "salt" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "operation_seal" ADD COLUMN "at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "operation_seal" ADD COLUMN "detail" text NOT NULL;--> statement-breakpoint
CREATE INDEX "operation_log_module" ON "operation_log" USING btree ("module","created_at");--> statement-breakpoint
CREATE INDEX "operation_log_action" ON "operation_log" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "operation_log_target_id" ON "operation_log" USING btree ("target_id");--> statement-breakpoint
UPDATE "operation_log" SET "salt" = gen_random_uuid() WHERE "salt" IS NULL;--> statement-breakpoint
CREATE FUNCTION operation_log_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  way text := current_setting('operation_log.way', true);
  expected operation_log;
BEGIN
  IF TG_OP = 'UPDATE' AND way = 'forget' THEN
    expected := OLD;
    expected.target_name := NEW.target_name;
    expected.summary := NEW.summary;
    expected.changes := NEW.changes;
    expected.reason := NEW.reason;
    expected.salt := NULL;
    expected.forgotten_at := NEW.forgotten_at;
    IF NEW.forgotten_at IS NOT NULL AND NEW IS NOT DISTINCT FROM expected THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'DELETE' AND way = 'expire' THEN
    IF OLD.created_at < now() - interval '730 days' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'operation_log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE FUNCTION operation_seal_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('operation_log.way', true) = 'expire' THEN
    IF OLD.at < now() - interval '730 days' AND OLD.day < (now() AT TIME ZONE 'Asia/Shanghai')::date - 730 THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'operation_seal is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER operation_log_kept BEFORE UPDATE OR DELETE ON "operation_log" FOR EACH ROW EXECUTE FUNCTION operation_log_guard();--> statement-breakpoint
CREATE TRIGGER operation_log_not_truncated BEFORE TRUNCATE ON "operation_log" FOR EACH STATEMENT EXECUTE FUNCTION operation_log_guard();--> statement-breakpoint
CREATE TRIGGER operation_seal_kept BEFORE UPDATE OR DELETE ON "operation_seal" FOR EACH ROW EXECUTE FUNCTION operation_seal_guard();--> statement-breakpoint
CREATE TRIGGER operation_seal_not_truncated BEFORE TRUNCATE ON "operation_seal" FOR EACH STATEMENT EXECUTE FUNCTION operation_seal_guard();--> statement-breakpoint
-- Takes out of a line what tells of a person; a line of which nothing changes stays as it is.
CREATE FUNCTION operation_log_forget(line bigint, named text, told text, parts jsonb, why text, moment timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  changed boolean;
BEGIN
  PERFORM set_config('operation_log.way', 'forget', true);
  UPDATE operation_log SET target_name = named, summary = told, changes = parts, reason = why, salt = NULL, forgotten_at = moment
    WHERE id = line AND (target_name, summary, changes, reason) IS DISTINCT FROM (named, told, parts, why);
  changed := FOUND;
  PERFORM set_config('operation_log.way', '', true);
  RETURN changed;
END
$$;--> statement-breakpoint
-- Drops up to so many lines that have been kept for their 730 days; answers how many.
CREATE FUNCTION operation_log_expire(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  edge timestamptz := least(before, now() - interval '730 days');
  dropped integer;
BEGIN
  PERFORM set_config('operation_log.way', 'expire', true);
  DELETE FROM operation_log WHERE id = ANY (ARRAY(SELECT id FROM operation_log WHERE created_at < edge ORDER BY created_at LIMIT most));
  GET DIAGNOSTICS dropped = ROW_COUNT;
  PERFORM set_config('operation_log.way', '', true);
  RETURN dropped;
END
$$;--> statement-breakpoint
-- Drops up to so many of the oldest seals, of days that are over as long and whose lines are gone. The last of them stays: the chain goes on from it.
CREATE FUNCTION operation_seal_expire(before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  edge timestamptz := least(before, now() - interval '730 days');
  edge_day date := (edge AT TIME ZONE 'Asia/Shanghai')::date;
  first_kept record;
  dropped integer;
BEGIN
  SELECT s.day, s.place INTO first_kept FROM operation_seal s
    WHERE s.day >= edge_day OR s.at >= edge OR EXISTS (SELECT 1 FROM operation_log l WHERE l.id = s.log_id)
    ORDER BY s.day, s.place LIMIT 1;
  PERFORM set_config('operation_log.way', 'expire', true);
  DELETE FROM operation_seal s USING (
    SELECT o.day, o.place FROM operation_seal o WHERE first_kept IS NULL OR (o.day, o.place) < (first_kept.day, first_kept.place)
    ORDER BY o.day, o.place LIMIT most) old
    WHERE s.day = old.day AND s.place = old.place AND (s.day, s.place) < (
      SELECT k.day, k.place FROM operation_seal k WHERE first_kept IS NULL OR (k.day, k.place) < (first_kept.day, first_kept.place)
      ORDER BY k.day DESC, k.place DESC LIMIT 1);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  PERFORM set_config('operation_log.way', '', true);
  RETURN dropped;
END
$$;
