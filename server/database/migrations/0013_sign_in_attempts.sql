CREATE TABLE "login_attempt" (
	"email_hash" text NOT NULL,
	"device_hash" text NOT NULL,
	"failed" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_attempt_email_hash_device_hash_pk" PRIMARY KEY("email_hash","device_hash")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "renewed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "login_attempt_at" ON "login_attempt" USING btree ("at");--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "failed_count";--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "locked_until";