CREATE TABLE "audit_log" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"target_kind" text,
	"target_id" text,
	"target_name" text,
	"details" text
);
--> statement-breakpoint
CREATE TABLE "blocklist" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"link" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"notice_id" text
);
--> statement-breakpoint
CREATE TABLE "daily_storage" (
	"day" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "takedown_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "takedown_notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"signature" text NOT NULL,
	"work" text NOT NULL,
	"links" jsonb NOT NULL,
	"status" text NOT NULL,
	"unblockable" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "clips" ADD COLUMN "failure_cause" text;--> statement-breakpoint
ALTER TABLE "clips" ADD COLUMN "queue_class" text DEFAULT 'ordinary' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_id" ON "audit_log" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","position");--> statement-breakpoint
CREATE UNIQUE INDEX "blocklist_key" ON "blocklist" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "blocklist_created_at" ON "blocklist" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "takedown_notices_created_at" ON "takedown_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "clips_created_at" ON "clips" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "clips_finished_at" ON "clips" USING btree ("finished_at") WHERE finished_at is not null;