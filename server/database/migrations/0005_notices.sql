CREATE TABLE "notification_reader_day" (
	"recipient_type" text NOT NULL,
	"recipient_id" bigint NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "notification_reader_day_recipient_type_recipient_id_day_pk" PRIMARY KEY("recipient_type","recipient_id","day")
);
--> statement-breakpoint
DROP INDEX "notification_due";--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "name_fallback" text DEFAULT '您' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "repeat" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "repeat_until" date;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "repeat_count" integer;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "occurrence_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "occurrence_no" integer;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "wait_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "click_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_receipt" ADD COLUMN "clicked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_receipt" ADD COLUMN "click_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_series_id_notification_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."notification"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_occurrence" ON "notification" USING btree ("series_id","occurrence_no") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "notification_due" ON "notification" USING btree ("status","send_at") WHERE deleted_at is null and status in ('scheduled', 'sending', 'repeating');