import type * as english from '../../en/clips/on-device.ts'
import type { Wording } from '../../wording.ts'

export const onDeviceWords: Wording<typeof english.onDeviceWords> = {
  action: 'この端末で切り出す',
  note: (host) =>
    `ブラウザが${host}からファイルを読み取り、切り出せます。その場合、そのサイトにはネットワークアドレスがわかります。`,
}
