DROP INDEX "customer_owned_words";--> statement-breakpoint
DROP INDEX "customer_pool_words";--> statement-breakpoint
CREATE INDEX "requirement_purpose_lists" ON "requirement" USING btree ("purposes","customer_owner","updated_at","id");--> statement-breakpoint
CREATE INDEX "billing_paid_last" ON "billing" USING btree ("paid_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deal_subscribed_last" ON "deal" USING btree ("subscribed_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_contracted_last" ON "deal" USING btree ("contracted_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_amount_last" ON "deal" USING btree ("amount_cny" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_payment" ON "deal" USING btree ("payment_method","created_at","id","owner_id","agent_id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "estate_layout_lists" ON "estate" USING btree ("layouts","created_at","id") WHERE "estate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notification_receipt_reason" ON "notification_receipt" USING btree ("notification_id","reason","id") WHERE "notification_receipt"."reason" is not null;--> statement-breakpoint
CREATE INDEX "notification_receipt_unread" ON "notification_receipt" USING btree ("notification_id","id") WHERE "notification_receipt"."read_at" is null and "notification_receipt"."status" = 'sent';--> statement-breakpoint
-- What owned customers and the pool are searched and narrowed by. Days and months are those of Asia/Shanghai. The schema is named, since indexes are built and analyzed without a search path.
CREATE FUNCTION customer_marks(name text, owner_id bigint, tags jsonb, countries jsonb, stage text, created_at timestamptz, tracked_at timestamptz, next_at timestamptz, valid_at timestamptz, assigned_at timestamptz) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  marks text[] := public.customer_words(name, owner_id, tags, countries) || ('s:' || stage);
  days text[] := '{k,n,i,h}';
  months text[] := '{K,N,I,H,A}';
  moments timestamptz[] := ARRAY[tracked_at, next_at, coalesce(greatest(valid_at, assigned_at), created_at), coalesce(assigned_at, created_at), created_at];
  moment timestamp;
BEGIN
  FOR i IN 1..5 LOOP
    moment := moments[i] AT TIME ZONE interval '8 hours';
    IF moment IS NOT NULL THEN
      marks := marks || (months[i] || ':' || (extract(year FROM moment) * 12 + extract(month FROM moment))::int);
      IF i < 5 THEN
        marks := marks || (days[i] || ':' || (moment::date - date '1970-01-01'));
      END IF;
    END IF;
  END LOOP;
  RETURN marks;
END
$$;--> statement-breakpoint
CREATE INDEX "customer_owned_words" ON "customer" USING gin (customer_marks("name", "owner_id", "tags", "intent_country_codes", "stage", "created_at", "last_tracking_at", "next_tracking_at", "last_valid_tracking_at", "assigned_at")) WITH (gin_pending_list_limit=256) WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_pool_words" ON "customer" USING gin (customer_marks("name", "owner_id", "tags", "intent_country_codes", "stage", "created_at", "last_tracking_at", "next_tracking_at", "last_valid_tracking_at", "assigned_at")) WITH (gin_pending_list_limit=256) WHERE "customer"."owner_id" is null and "customer"."deleted_at" is null;