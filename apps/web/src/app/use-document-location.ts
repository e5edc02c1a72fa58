import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { DEVICE_PATH } from '@kerf/domain/site/device-policy'
import type { BaseLocationHook } from 'wouter'
import { useBrowserLocation } from 'wouter/use-browser-location'
import { isLinkDocument } from '../browser/device-file.ts'

const isDeviceAddress = (address: string): boolean =>
  new URL(address, location.href).pathname === BASE_PATH + DEVICE_PATH

/**
 * The router's location. The page for local files is a document of its own, because its content security
 * policy forbids what other pages need: links to it and from it load the address. So do all links of a page that reads
 * a link, whose policy is not that of files.
 */
export const useDocumentLocation: BaseLocationHook = (router) => {
  const [path, navigate] = useBrowserLocation(router)
  return [
    path,
    (target: string, options?: { replace?: boolean }) => {
      if (isDeviceAddress(target) === isDeviceAddress(path) && !isLinkDocument()) navigate(target, options)
      else location.assign(target)
    },
  ]
}
