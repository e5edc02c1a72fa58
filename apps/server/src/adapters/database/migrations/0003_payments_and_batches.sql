CREATE TABLE "batches" (
	"id" text PRIMARY KEY NOT NULL,
	"viewer_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"plan" text,
	"order_id" text,
	"capture_id" text,
	"amount_cents" integer,
	"currency" text,
	"ends_at" timestamp with time zone,
	"granted_by" text
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_order_id" text,
	"account_id" text NOT NULL,
	"plan" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"capture_id" text,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"receipt_number" integer,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"next_check_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_end_letters" (
	"account_id" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"distance" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_end_letters_account_id_ends_at_distance_pk" PRIMARY KEY("account_id","ends_at","distance")
);
--> statement-breakpoint
CREATE TABLE "provider_notices" (
	"event_id" text PRIMARY KEY NOT NULL,
	"event_type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "clips_live_wish";--> statement-breakpoint
ALTER TABLE "clips" ADD COLUMN "joined_ranges" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "quota_address" text;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "batch_id" text;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "batch_position" integer;--> statement-breakpoint
CREATE INDEX "batches_viewer" ON "batches" USING btree ("viewer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_id" ON "ledger" USING btree ("id");--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_capture_once" ON "ledger" USING btree ("capture_id","kind","amount_cents") WHERE capture_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_provider" ON "payment_orders" USING btree ("provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_capture" ON "payment_orders" USING btree ("capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_receipt" ON "payment_orders" USING btree ("receipt_number");--> statement-breakpoint
CREATE INDEX "payment_orders_account" ON "payment_orders" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_orders_due" ON "payment_orders" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "provider_notices_received" ON "provider_notices" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_batch" ON "downloads" USING btree ("batch_id","batch_position") WHERE batch_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "clips_live_wish" ON "clips" USING btree ("source","reference_key","start_ms","end_ms","joined_ranges","quality","format") WHERE status in ('queued', 'processing', 'completed') and not superseded;