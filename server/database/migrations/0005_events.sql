-- What the event stream hears on the channel "events" (server/lib/events.ts). By triggers, so that no write can forget to tell; sent with the commit, and not at all after a rollback.
CREATE FUNCTION tell_badge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  readers bigint[];
  reader bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT user_id) INTO readers FROM rows_after;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT user_id) INTO readers FROM rows_before;
  ELSE
    SELECT array_agg(user_id) INTO readers FROM (SELECT user_id FROM rows_before UNION SELECT user_id FROM rows_after) changed;
  END IF;
  FOREACH reader IN ARRAY coalesce(readers, '{}') LOOP
    PERFORM pg_notify('events', json_build_object('topic', 'badge', 'user', reader)::text);
  END LOOP;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER message_inserted AFTER INSERT ON "message" REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();--> statement-breakpoint
CREATE TRIGGER message_updated AFTER UPDATE ON "message" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();--> statement-breakpoint
CREATE TRIGGER message_deleted AFTER DELETE ON "message" REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();--> statement-breakpoint
CREATE TRIGGER schedule_inserted AFTER INSERT ON "schedule" REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();--> statement-breakpoint
CREATE TRIGGER schedule_updated AFTER UPDATE ON "schedule" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();--> statement-breakpoint
CREATE TRIGGER schedule_deleted AFTER DELETE ON "schedule" REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();--> statement-breakpoint
CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'session', 'session', NEW.id)::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON "session" FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();--> statement-breakpoint
CREATE FUNCTION tell_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', '{"topic":"outbox"}');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER outbox_inserted AFTER INSERT ON "outbox" FOR EACH STATEMENT EXECUTE FUNCTION tell_outbox();
