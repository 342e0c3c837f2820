-- What a crash forgets of the limits would have been over soon.
ALTER TABLE "rate_limit" SET UNLOGGED;

-- The operation log is append-only, for whoever comes to the database past the server too. What was written is changed by operation_log_forget alone and
-- dropped by operation_log_expire alone; what either may do is said here once more, by the triggers (docs/decisions/0062-operation-log.md).
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
$$;

CREATE FUNCTION operation_seal_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('operation_log.way', true) = 'expire' THEN
    IF OLD.at < now() - interval '730 days' AND OLD.day < (now() AT TIME ZONE 'Asia/Shanghai')::date - 730 THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'operation_seal is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER operation_log_kept BEFORE UPDATE OR DELETE ON "operation_log" FOR EACH ROW EXECUTE FUNCTION operation_log_guard();
CREATE TRIGGER operation_log_not_truncated BEFORE TRUNCATE ON "operation_log" FOR EACH STATEMENT EXECUTE FUNCTION operation_log_guard();
CREATE TRIGGER operation_seal_kept BEFORE UPDATE OR DELETE ON "operation_seal" FOR EACH ROW EXECUTE FUNCTION operation_seal_guard();
CREATE TRIGGER operation_seal_not_truncated BEFORE TRUNCATE ON "operation_seal" FOR EACH STATEMENT EXECUTE FUNCTION operation_seal_guard();

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
$$;

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
$$;

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
$$;

CREATE TRIGGER message_inserted AFTER INSERT ON "message" REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();
CREATE TRIGGER message_updated AFTER UPDATE ON "message" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();
CREATE TRIGGER message_deleted AFTER DELETE ON "message" REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();
CREATE TRIGGER schedule_inserted AFTER INSERT ON "schedule" REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();
CREATE TRIGGER schedule_updated AFTER UPDATE ON "schedule" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();
CREATE TRIGGER schedule_deleted AFTER DELETE ON "schedule" REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tell_badge();

CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'session', 'session', NEW.id)::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON "session" FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();

CREATE FUNCTION tell_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', '{"topic":"outbox"}');
  RETURN NULL;
END
$$;

CREATE TRIGGER outbox_inserted AFTER INSERT ON "outbox" FOR EACH STATEMENT EXECUTE FUNCTION tell_outbox();

-- 询盘数 of customers, registered users and estates: kept with whichever statement writes an inquiry, so that none can forget it. Counting is no change of theirs.
CREATE FUNCTION inquiry_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was inquiry;
  now_is inquiry;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN now_is := NEW; END IF;
  IF was.customer_id IS DISTINCT FROM now_is.customer_id THEN
    UPDATE customer SET inquiry_count = inquiry_count + CASE WHEN id = now_is.customer_id THEN 1 ELSE -1 END
      WHERE id IN (was.customer_id, now_is.customer_id);
  END IF;
  IF was.customer_user_id IS DISTINCT FROM now_is.customer_user_id THEN
    UPDATE customer_user SET inquiry_count = inquiry_count + CASE WHEN id = now_is.customer_user_id THEN 1 ELSE -1 END
      WHERE id IN (was.customer_user_id, now_is.customer_user_id);
  END IF;
  IF was.estate_id IS DISTINCT FROM now_is.estate_id THEN
    UPDATE estate SET inquiry_count = inquiry_count + CASE WHEN id = now_is.estate_id THEN 1 ELSE -1 END
      WHERE id IN (was.estate_id, now_is.estate_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER inquiry_counted AFTER INSERT OR DELETE OR UPDATE OF customer_id, customer_user_id, estate_id, deleted_at ON inquiry
  FOR EACH ROW EXECUTE FUNCTION inquiry_counted();

-- 报备数 of estates: kept with whichever statement writes a lead, so that none can forget it. Counting is no change of theirs.
CREATE FUNCTION clue_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was clue;
  now_is clue;
BEGIN
  IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN now_is := NEW; END IF;
  IF was.estate_id IS DISTINCT FROM now_is.estate_id THEN
    UPDATE estate SET clue_count = clue_count + CASE WHEN id = now_is.estate_id THEN 1 ELSE -1 END
      WHERE id IN (was.estate_id, now_is.estate_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER clue_counted AFTER INSERT OR DELETE OR UPDATE OF estate_id ON clue
  FOR EACH ROW EXECUTE FUNCTION clue_counted();

-- 成交数 of estates and customers: deals that came to a subscription and were not cancelled; kept with whichever statement writes a deal, so that none can forget it. Counting is no change of theirs.
CREATE FUNCTION deal_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was deal;
  now_is deal;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status IN ('subscribed', 'contracted', 'completed') AND OLD.deleted_at IS NULL THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('subscribed', 'contracted', 'completed') AND NEW.deleted_at IS NULL THEN now_is := NEW; END IF;
  IF was.estate_id IS DISTINCT FROM now_is.estate_id THEN
    UPDATE estate SET deal_count = deal_count + CASE WHEN id = now_is.estate_id THEN 1 ELSE -1 END
      WHERE id IN (was.estate_id, now_is.estate_id);
  END IF;
  IF was.customer_id IS DISTINCT FROM now_is.customer_id THEN
    UPDATE customer SET deal_count = deal_count + CASE WHEN id = now_is.customer_id THEN 1 ELSE -1 END
      WHERE id IN (was.customer_id, now_is.customer_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER deal_counted AFTER INSERT OR DELETE OR UPDATE OF status, deleted_at, estate_id, customer_id ON deal
  FOR EACH ROW EXECUTE FUNCTION deal_counted();

-- A conversation follows its inquiry, whoever changes that: whose it is, and that it is over with a closed or an invalid one.
CREATE FUNCTION chat_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Without anybody, what was under way waits again.
  UPDATE chat_session SET assignee_id = NEW.assignee_id,
    chat_status = CASE WHEN NEW.assignee_id IS NULL AND chat_status = 'open' THEN 'waiting' ELSE chat_status END,
    waiting_since = CASE WHEN NEW.assignee_id IS NULL AND chat_status = 'open' THEN coalesce(waiting_since, NEW.updated_at) ELSE waiting_since END
  WHERE inquiry_id = NEW.id AND assignee_id IS DISTINCT FROM NEW.assignee_id;
  IF NEW.status IN ('closed', 'invalid') OR NEW.deleted_at IS NOT NULL THEN
    UPDATE chat_session SET chat_status = 'ended', ended_at = NEW.updated_at, waiting_since = NULL
    WHERE inquiry_id = NEW.id AND chat_status <> 'ended';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER chat_follows AFTER UPDATE OF assignee_id, status, deleted_at ON inquiry
  FOR EACH ROW WHEN (NEW.kind = 'chat') EXECUTE FUNCTION chat_follows();

-- Whoever shows a conversation hears of each change, with the commit; `former`: from whom it has gone.
CREATE FUNCTION chat_told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former bigint;
BEGIN
  IF TG_OP = 'UPDATE' THEN former := OLD.assignee_id; END IF;
  PERFORM pg_notify('events', json_build_object('topic', 'chat', 'inquiry', NEW.inquiry_id, 'message', NEW.last_message_id,
    'status', NEW.chat_status, 'assignee', NEW.assignee_id, 'former', former)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER chat_told AFTER INSERT OR UPDATE ON chat_session
  FOR EACH ROW WHEN (NEW.inquiry_id IS NOT NULL) EXECUTE FUNCTION chat_told();

-- When a customer was lost, with whichever statement moves the stage.
CREATE FUNCTION customer_lost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.stage <> 'lost' THEN NEW.lost_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.stage <> 'lost' THEN NEW.lost_at := NEW.updated_at;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER customer_lost BEFORE INSERT OR UPDATE OF stage ON customer FOR EACH ROW EXECUTE FUNCTION customer_lost();

-- A write that changes what a past day's figures count marks these days in its own transaction, whichever statement it is; today's are counted from their rows anyway.
CREATE FUNCTION stat_on(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT (moment AT TIME ZONE 'Asia/Shanghai')::date $$;

CREATE FUNCTION stat_mark(metrics text[], days date[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO stat_dirty (metric, date) SELECT m, d FROM unnest(days) d, unnest(metrics) m
  WHERE d < stat_on(now()) OR EXISTS (SELECT 1 FROM stat_built b WHERE b.metric = m AND b.date = d) $$;

CREATE FUNCTION stat_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{inquiry_new}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
    PERFORM stat_mark('{response_rate}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{inquiry_new}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
    PERFORM stat_mark('{response_rate}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
  ELSE
    PERFORM stat_mark('{inquiry_new}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
      WHERE (o.created_at, o.assignee_id, o.kind = 'visa', o.status = 'invalid', o.deleted_at IS NULL)
      IS DISTINCT FROM (n.created_at, n.assignee_id, n.kind = 'visa', n.status = 'invalid', n.deleted_at IS NULL);
    PERFORM stat_mark('{response_rate}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
      WHERE (o.created_at, o.assignee_id, o.kind, o.deleted_at IS NULL, o.response_seconds)
      IS DISTINCT FROM (n.created_at, n.assignee_id, n.kind, n.deleted_at IS NULL, n.response_seconds);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_added AFTER INSERT ON inquiry REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_inquiry();
CREATE TRIGGER stat_changed AFTER UPDATE ON inquiry REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_inquiry();
CREATE TRIGGER stat_removed AFTER DELETE ON inquiry REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_inquiry();

CREATE FUNCTION stat_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{customer_new,customer_imported}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{customer_new,customer_imported}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
  ELSE
    PERFORM stat_mark('{customer_new,customer_imported}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
      WHERE (o.created_at, o.first_owner_id, o.is_imported, o.is_undone, o.merged_to_id IS NULL)
      IS DISTINCT FROM (n.created_at, n.first_owner_id, n.is_imported, n.is_undone, n.merged_to_id IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_added AFTER INSERT ON customer REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_customer();
CREATE TRIGGER stat_changed AFTER UPDATE ON customer REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_customer();
CREATE TRIGGER stat_removed AFTER DELETE ON customer REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_customer();

CREATE FUNCTION stat_tracking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{tracking_valid}', array_agg(DISTINCT stat_on(r.tracked_at))) FROM new_rows r;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{tracking_valid}', array_agg(DISTINCT stat_on(r.tracked_at))) FROM old_rows r;
  ELSE
    PERFORM stat_mark('{tracking_valid}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.tracked_at)), (stat_on(n.tracked_at))) d(day)
      WHERE (o.tracked_at, o.user_id, o.is_valid, o.deleted_at IS NULL)
      IS DISTINCT FROM (n.tracked_at, n.user_id, n.is_valid, n.deleted_at IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_added AFTER INSERT ON tracking REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_tracking();
CREATE TRIGGER stat_changed AFTER UPDATE ON tracking REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_tracking();
CREATE TRIGGER stat_removed AFTER DELETE ON tracking REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_tracking();

CREATE FUNCTION stat_clue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{clue_new}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
    PERFORM stat_mark('{clue_valid_rate}', array_agg(DISTINCT stat_on(r.reviewed_at))) FROM new_rows r;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{clue_new}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
    PERFORM stat_mark('{clue_valid_rate}', array_agg(DISTINCT stat_on(r.reviewed_at))) FROM old_rows r;
  ELSE
    PERFORM stat_mark('{clue_new}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
      WHERE (o.created_at, o.handler_id)
      IS DISTINCT FROM (n.created_at, n.handler_id);
    PERFORM stat_mark('{clue_valid_rate}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.reviewed_at)), (stat_on(n.reviewed_at))) d(day)
      WHERE (o.reviewed_at, o.handler_id, o.status IN ('pending', 'invalid'))
      IS DISTINCT FROM (n.reviewed_at, n.handler_id, n.status IN ('pending', 'invalid'));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_added AFTER INSERT ON clue REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_clue();
CREATE TRIGGER stat_changed AFTER UPDATE ON clue REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_clue();
CREATE TRIGGER stat_removed AFTER DELETE ON clue REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_clue();

CREATE FUNCTION stat_deal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{subscribe_count}', array_agg(DISTINCT r.subscribed_at)) FROM new_rows r;
    PERFORM stat_mark('{contract_count,contract_amount}', array_agg(DISTINCT r.contracted_at)) FROM new_rows r;
    PERFORM stat_mark('{subscribe_cancelled,contract_cancelled}', array_agg(DISTINCT r.cancelled_at)) FROM new_rows r;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{subscribe_count}', array_agg(DISTINCT r.subscribed_at)) FROM old_rows r;
    PERFORM stat_mark('{contract_count,contract_amount}', array_agg(DISTINCT r.contracted_at)) FROM old_rows r;
    PERFORM stat_mark('{subscribe_cancelled,contract_cancelled}', array_agg(DISTINCT r.cancelled_at)) FROM old_rows r;
  ELSE
    PERFORM stat_mark('{subscribe_count}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.subscribed_at), (n.subscribed_at)) d(day)
      WHERE (o.subscribed_at, o.owner_id, o.deleted_at IS NULL)
      IS DISTINCT FROM (n.subscribed_at, n.owner_id, n.deleted_at IS NULL);
    PERFORM stat_mark('{contract_count,contract_amount}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.contracted_at), (n.contracted_at)) d(day)
      WHERE (o.contracted_at, o.owner_id, o.deleted_at IS NULL, o.amount_cny)
      IS DISTINCT FROM (n.contracted_at, n.owner_id, n.deleted_at IS NULL, n.amount_cny);
    PERFORM stat_mark('{subscribe_cancelled,contract_cancelled}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.cancelled_at), (n.cancelled_at)) d(day)
      WHERE (o.cancelled_at, o.owner_id, o.deleted_at IS NULL, o.subscribed_at IS NULL, o.contracted_at IS NULL)
      IS DISTINCT FROM (n.cancelled_at, n.owner_id, n.deleted_at IS NULL, n.subscribed_at IS NULL, n.contracted_at IS NULL);
    -- A deal's commissions are its owner's.
    PERFORM stat_mark('{commission_receivable}', array_agg(DISTINCT b.due_at)), stat_mark('{commission_received}', array_agg(DISTINCT b.paid_at))
      FROM old_rows o JOIN new_rows n ON n.id = o.id JOIN billing b ON b.deal_id = n.id AND b.type = 'dev_commission'
      WHERE (o.owner_id, o.deleted_at IS NULL) IS DISTINCT FROM (n.owner_id, n.deleted_at IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_added AFTER INSERT ON deal REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_deal();
CREATE TRIGGER stat_changed AFTER UPDATE ON deal REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_deal();
CREATE TRIGGER stat_removed AFTER DELETE ON deal REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_deal();

CREATE FUNCTION stat_billing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{commission_receivable}', array_agg(DISTINCT r.due_at)) FROM new_rows r WHERE r.type = 'dev_commission';
    PERFORM stat_mark('{commission_received}', array_agg(DISTINCT r.paid_at)) FROM new_rows r WHERE r.type = 'dev_commission';
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{commission_receivable}', array_agg(DISTINCT r.due_at)) FROM old_rows r WHERE r.type = 'dev_commission';
    PERFORM stat_mark('{commission_received}', array_agg(DISTINCT r.paid_at)) FROM old_rows r WHERE r.type = 'dev_commission';
  ELSE
    PERFORM stat_mark('{commission_receivable}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.due_at), (n.due_at)) d(day)
      WHERE (o.deal_id, o.type, o.direction, o.status, o.due_at, o.amount, o.currency, o.fx_rate_to_cny)
      IS DISTINCT FROM (n.deal_id, n.type, n.direction, n.status, n.due_at, n.amount, n.currency, n.fx_rate_to_cny)
      AND (o.type = 'dev_commission' OR n.type = 'dev_commission');
    PERFORM stat_mark('{commission_received}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.paid_at), (n.paid_at)) d(day)
      WHERE (o.deal_id, o.type, o.direction, o.status, o.paid_at, o.amount, o.paid_amount, o.currency, o.fx_rate_to_cny)
      IS DISTINCT FROM (n.deal_id, n.type, n.direction, n.status, n.paid_at, n.amount, n.paid_amount, n.currency, n.fx_rate_to_cny)
      AND (o.type = 'dev_commission' OR n.type = 'dev_commission');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_added AFTER INSERT ON billing REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_billing();
CREATE TRIGGER stat_changed AFTER UPDATE ON billing REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_billing();
CREATE TRIGGER stat_removed AFTER DELETE ON billing REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stat_billing();

-- Lines without a rate of their own stand at the day's.
CREATE FUNCTION stat_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stat_mark('{commission_receivable}', array_agg(DISTINCT due_at)), stat_mark('{commission_received}', array_agg(DISTINCT paid_at))
    FROM billing WHERE type = 'dev_commission' AND fx_rate_to_cny IS NULL AND currency = NEW.code;
  RETURN NULL;
END $$;

CREATE TRIGGER stat_rate AFTER UPDATE ON currency FOR EACH ROW WHEN (OLD.rate_to_cny IS DISTINCT FROM NEW.rate_to_cny) EXECUTE FUNCTION stat_currency();

-- The steps of inquiries are summed up by the day on which an inquiry came: what moves one on, however much later, marks that day.
CREATE FUNCTION funnel_of(customers bigint[], metrics text[]) RETURNS void LANGUAGE sql AS $$
  SELECT stat_mark(metrics, array_agg(DISTINCT stat_on(created_at))) FROM inquiry WHERE customer_id = ANY (customers) AND status = 'converted' $$;

CREATE FUNCTION funnel_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM stat_mark('{inquiry_assigned,inquiry_responded,inquiry_converted,inquiry_visited,inquiry_contracted}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM stat_mark('{inquiry_assigned,inquiry_responded,inquiry_converted,inquiry_visited,inquiry_contracted}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
  ELSE
    PERFORM stat_mark('{inquiry_assigned,inquiry_responded,inquiry_converted,inquiry_visited,inquiry_contracted}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
      WHERE (o.created_at, o.assignee_id, o.kind = 'visa', o.status, o.customer_id, o.first_response_at IS NULL, o.deleted_at IS NULL)
      IS DISTINCT FROM (n.created_at, n.assignee_id, n.kind = 'visa', n.status, n.customer_id, n.first_response_at IS NULL, n.deleted_at IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER funnel_added AFTER INSERT ON inquiry REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_inquiry();
CREATE TRIGGER funnel_changed AFTER UPDATE ON inquiry REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_inquiry();
CREATE TRIGGER funnel_removed AFTER DELETE ON inquiry REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_inquiry();

CREATE FUNCTION funnel_tracking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM new_rows r WHERE r.type = 'visit';
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM old_rows r WHERE r.type = 'visit';
  ELSE
    PERFORM funnel_of(array_agg(DISTINCT c.id), '{inquiry_visited,inquiry_contracted}') FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.customer_id), (n.customer_id)) c(id)
      WHERE (o.type = 'visit' OR n.type = 'visit') AND (o.customer_id, o.type, o.tracked_at, o.deleted_at IS NULL)
      IS DISTINCT FROM (n.customer_id, n.type, n.tracked_at, n.deleted_at IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER funnel_added AFTER INSERT ON tracking REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_tracking();
CREATE TRIGGER funnel_changed AFTER UPDATE ON tracking REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_tracking();
CREATE TRIGGER funnel_removed AFTER DELETE ON tracking REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_tracking();

CREATE FUNCTION funnel_clue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM new_rows r WHERE r.visited_at IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM old_rows r WHERE r.visited_at IS NOT NULL;
  ELSE
    PERFORM funnel_of(array_agg(DISTINCT c.id), '{inquiry_visited,inquiry_contracted}') FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.customer_id), (n.customer_id)) c(id)
      WHERE (o.visited_at IS NOT NULL OR n.visited_at IS NOT NULL) AND (o.customer_id, o.visited_at)
      IS DISTINCT FROM (n.customer_id, n.visited_at);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER funnel_added AFTER INSERT ON clue REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_clue();
CREATE TRIGGER funnel_changed AFTER UPDATE ON clue REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_clue();
CREATE TRIGGER funnel_removed AFTER DELETE ON clue REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_clue();

CREATE FUNCTION funnel_deal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_contracted}') FROM new_rows r WHERE r.contracted_at IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_contracted}') FROM old_rows r WHERE r.contracted_at IS NOT NULL;
  ELSE
    PERFORM funnel_of(array_agg(DISTINCT c.id), '{inquiry_contracted}') FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.customer_id), (n.customer_id)) c(id)
      WHERE (o.contracted_at IS NOT NULL OR n.contracted_at IS NOT NULL) AND (o.customer_id, o.contracted_at, o.deleted_at IS NULL)
      IS DISTINCT FROM (n.customer_id, n.contracted_at, n.deleted_at IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER funnel_added AFTER INSERT ON deal REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_deal();
CREATE TRIGGER funnel_changed AFTER UPDATE ON deal REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_deal();
CREATE TRIGGER funnel_removed AFTER DELETE ON deal REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_deal();
