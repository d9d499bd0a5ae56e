import type { FsObject } from '@plinth/contract/file-fields'
import type { ThumbnailSize } from '@plinth/contract/thumbnails'
import type { ReactNode } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { kindOf } from '../../lib/file-kinds.ts'
import { cx } from '../../ui/cx.ts'
import { useThumbnail } from './thumbnails.ts'

type Item = Pick<FsObject, 'objtype' | 'objid' | 'objname' | 'mediatype' | 'thumbnail'>
type ItemPictureProps = { store: Store; item: Item; size: ThumbnailSize; icon: string; className: string }

/** A file's thumbnail, or the icon of its kind where there is none, or not yet. Its box stays the same. */
export function ItemPicture({ store, item, size, icon, className }: ItemPictureProps) {
  const { icon: Icon, tone } = kindOf(item)
  const plain = <Icon aria-hidden strokeWidth={size === 'large' ? 1.25 : 2} className={cx(icon, tone)} />
  const { objid, thumbnail: tag } = item
  return (
    <span className={cx('relative grid shrink-0 place-items-center', className)}>
      {tag ? <Thumbnail {...{ store, objid, tag, size, plain }} /> : plain}
    </span>
  )
}

type ThumbnailProps = { store: Store; objid: string; tag: string; size: ThumbnailSize; plain: ReactNode }

function Thumbnail({ store, objid, tag, size, plain }: ThumbnailProps) {
  const src = useThumbnail(store, { objid, tag }, size)
  if (!src) return plain
  // Its name stands beside it. The row is what one drags, not the picture.
  const fit = size === 'small' ? 'size-full object-cover' : 'max-h-full max-w-full'
  return (
    <span className="absolute inset-0 flex items-center justify-center">
      <img alt="" src={src} draggable={false} className={cx('rounded-sm', fit)} />
    </span>
  )
}
