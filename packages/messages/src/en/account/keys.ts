import { MAX_KEY_NAME } from '@kerf/domain/access/api-key'

export const keyWords = {
  title: 'API keys',
  text: 'With a key, your programs can make clips with your account, within your limits.',
  howTo: 'A clip in two calls',
  list: 'Your API keys',
  none: 'You have no API keys.',
  begins: (start: string) => `${start}…`,
  created: (day: string) => `created ${day}`,
  unused: 'never used',
  used: (time: string) => `last used ${time}`,
  name: 'Name',
  nameHint: 'Where you use it, such as Laptop.',
  nameFault: `Enter a name of at most ${MAX_KEY_NAME} characters.`,
  create: 'Create key',
  shownTitle: 'Your new API key',
  shownText: 'Copy it now. It is not shown again.',
  copy: 'Copy key',
  close: 'Close',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: 'Revoke this API key?',
  revokeText: (name: string) =>
    `Programs that use “${name}” get no more clips. Clips that they have requested are still made.`,
  keep: 'Keep it',
  revoked: 'API key revoked',
  whenReset:
    'Setting a new password revokes all your keys, unless you choose otherwise. Resetting it by email always does.',
} as const
