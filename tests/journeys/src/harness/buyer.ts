import type { Payment, SubscriptionInfo } from '@kerf/contract/user'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans/plans'
import type { PaypalStandin } from '@kerf/standins/paypal/start-paypal'
import { AccountHolder } from './account-holder.ts'
import type { Answer } from './visitor.ts'

/** Price of a plan in dollars, as the page sends it. */
const dollarsOf = (plan: PaidPlanId): string => (PLANS[plan].priceCents / 100).toFixed(2)

/** A user with an account who pays without a browser, through the calls that the page makes. */
export class Buyer extends AccountHolder {
  createOrder(plan: PaidPlanId): Promise<Answer<{ id: string }>> {
    return this.call('POST', '/paypal/order', {
      amount: dollarsOf(plan),
      currency: 'USD',
      intent: 'CAPTURE',
      planId: plan,
    })
  }

  captureOrder(orderId: string): Promise<Answer<{ status: string }>> {
    return this.call('POST', `/paypal/order/${orderId}/capture`, {})
  }

  async readSubscription(): Promise<SubscriptionInfo> {
    return (await this.call<SubscriptionInfo>('GET', '/api/user/subscription')).body
  }

  async readPayments(): Promise<Payment[]> {
    return (await this.call<{ payments: Payment[] }>('GET', '/api/user/payments')).body.payments
  }

  /** Creates and approves an order. Returns the order's id; only the capture is missing. */
  async approveOrder(plan: PaidPlanId, paypal: PaypalStandin, outcome?: Parameters<PaypalStandin['approve']>[1]) {
    const { body } = await this.createOrder(plan)
    paypal.approve(body.id, outcome)
    return body.id
  }

  /** Pays for a plan, from the order to the capture. Returns the order's id. */
  async buy(plan: PaidPlanId, paypal: PaypalStandin): Promise<string> {
    const id = await this.approveOrder(plan, paypal)
    const { status, body } = await this.captureOrder(id)
    if (status !== 200 || body.status !== 'COMPLETED') throw new Error(`capture answered ${status}: ${body.status}`)
    return id
  }
}
