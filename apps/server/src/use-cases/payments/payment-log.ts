/** Hears what became of payments, by ids: for the operator, who can look them up with the provider. */
export interface PaymentLog {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}
