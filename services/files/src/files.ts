import type { Service } from '@plinth/platform/service'
import { createContents } from './blobs/contents.service.ts'
import { copyRoutes } from './copies/copies.routes.ts'
import { davRoutes } from './dav/dav.routes.ts'
import { dirRoutes } from './dirs/dirs.routes.ts'
import { fileRoutes } from './files/files.routes.ts'
import { namespaceRoutes } from './namespaces/namespaces.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { shareRoutes } from './shares/shares.routes.ts'
import { countSizes } from './sizes/sizes.service.ts'
import { thumbnailRoutes } from './thumbnails/thumbnails.routes.ts'
import { createThumbnails } from './thumbnails/thumbnails.service.ts'
import { createFileAuthentication } from './tokens.ts'
import { buryNowAndThen } from './trash/burying.service.ts'
import { purgeNowAndThen } from './trash/purge.service.ts'
import { trashRoutes } from './trash/trash.routes.ts'
import { tusRoutes } from './uploads/tus.routes.ts'
import { versionRoutes } from './versions/versions.routes.ts'
import { zipRoutes } from './zips/zips.routes.ts'
import { createZips } from './zips/zips.service.ts'

/** The file service of the specification: folders and files. It knows its callers by their signed tokens alone. */
export const files: Service = {
  name: 'files',
  migrations: new URL('../migrations/', import.meta.url),
  authenticateFile: createFileAuthentication,
  mount(platform, bind, http) {
    const contents = createContents(platform)
    countSizes(platform)
    purgeNowAndThen(platform)
    buryNowAndThen(platform)
    namespaceRoutes(platform, bind)
    const thumbnails = createThumbnails(platform, contents)
    thumbnailRoutes(bind, thumbnails)
    dirRoutes(platform, bind, thumbnails)
    fileRoutes(platform, bind, contents, thumbnails)
    tusRoutes(platform, http, contents)
    const copies = copyRoutes(platform, bind)
    versionRoutes(platform, bind)
    const zips = createZips(platform, contents)
    zipRoutes(bind, zips)
    shareRoutes(platform, bind, contents, zips)
    trashRoutes(platform, bind)
    searchRoutes(platform, bind, thumbnails)
    davRoutes(platform, http, contents, copies)
  },
}
