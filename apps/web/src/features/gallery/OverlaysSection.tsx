import { Copy, Ellipsis, Folder, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CommandGroup, CommandItem } from '../../ui/Command.tsx'
import { CommandPalette } from '../../ui/CommandPalette.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '../../ui/ContextMenu.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Drawer, DrawerClose } from '../../ui/Drawer.tsx'
import {
  DropdownMenu,
  MenuCheckboxItem,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuSub,
} from '../../ui/DropdownMenu.tsx'
import { Field } from '../../ui/Field.tsx'
import { HoverCard } from '../../ui/HoverCard.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { Popover, PopoverClose } from '../../ui/Popover.tsx'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { toast } from '../../ui/toast.ts'
import { Line, Section } from './Section.tsx'

export function OverlaysSection() {
  return (
    <Section title="What floats">
      <Dialogs />
      <Menus />
      <Line label="Popover, HoverCard">
        <Popover label="Notifications" trigger={<Button>Popover</Button>} className="w-80 p-3">
          <ScrollArea label="Notifications" className="h-40">
            {Array.from({ length: 20 }, (_, n) => `Notification ${n + 1}`).map(text => (
              <p key={text} className="py-1">
                {text}
              </p>
            ))}
          </ScrollArea>
          <PopoverClose asChild>
            <Button size="sm">Close</Button>
          </PopoverClose>
        </Popover>
        <HoverCard content="Mara, member since March, invited by Jon.">
          <a href="#forms" className="text-accent underline">
            @mara
          </a>
        </HoverCard>
      </Line>
      <Line label="Toasts">
        <Button onClick={() => toast.success('Invite sent successfully')}>Success</Button>
        <Button onClick={() => toast.error('Failed to create org', { description: 'Org id is already taken.' })}>
          Error
        </Button>
        <Button onClick={() => toast.warning('The link expires today')}>Warning</Button>
        <Button onClick={() => toast.info('A new release is ready')}>Info</Button>
        <Button onClick={() => toast('Moved to the trash', { action: { label: 'Undo', onClick: () => undefined } })}>
          With Undo
        </Button>
        <Button onClick={() => toast.loading('Working')}>Loading</Button>
      </Line>
    </Section>
  )
}

function Dialogs() {
  const [palette, setPalette] = useState(false)
  return (
    <Line label="Dialog, ConfirmDialog, Drawer, CommandPalette">
      <Dialog
        trigger={<Button>Dialog</Button>}
        title="Create a new Organization"
        description="People and projects live in it."
      >
        <Field label="Organization Name" hint="This is your public display name.">
          <Input />
        </Field>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" onClick={() => toast.success('Org created successfully')}>
            Create Org
          </Button>
        </DialogFooter>
      </Dialog>
      <ConfirmDialog
        trigger={<Button>Confirm</Button>}
        description="The project is hidden at once and can be restored for 30 days."
        confirmId="field-sensors"
        confirmLabel="Delete project"
        onConfirm={() => toast('Deleted')}
      />
      <Drawer trigger={<Button>Drawer</Button>} title="Plinth">
        <DrawerClose asChild>
          <a href="#forms" className="menu-item mt-2">
            Projects
          </a>
        </DrawerClose>
      </Drawer>
      <Button onClick={() => setPalette(true)}>Palette</Button>
      <CommandPalette
        open={palette}
        onOpenChange={setPalette}
        label="Search or jump to"
        placeholder="Search or jump to"
        emptyText="Nothing found."
      >
        <CommandGroup heading="Go to">
          <CommandItem onSelect={() => setPalette(false)}>
            <Folder aria-hidden /> Field sensors
          </CommandItem>
          <CommandItem onSelect={() => setPalette(false)}>
            <Folder aria-hidden /> Harbour works
          </CommandItem>
        </CommandGroup>
      </CommandPalette>
    </Line>
  )
}

function Menus() {
  const [asked, setAsked] = useState(false)
  const [sort, setSort] = useState('name')
  return (
    <Line label="DropdownMenu, ContextMenu">
      <DropdownMenu
        trigger={
          <IconButton label="More" variant="secondary">
            <Ellipsis aria-hidden />
          </IconButton>
        }
        align="start"
      >
        <MenuLabel>survey-2026</MenuLabel>
        <MenuItem icon={<Pencil aria-hidden />} shortcut="F2">
          Rename
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} disabled>
          Copy
        </MenuItem>
        <MenuCheckboxItem checked>Show hidden files</MenuCheckboxItem>
        <MenuSub label="Sort by">
          <MenuRadioGroup value={sort} onValueChange={setSort}>
            <MenuRadioItem value="name">Name</MenuRadioItem>
            <MenuRadioItem value="size">Size</MenuRadioItem>
          </MenuRadioGroup>
        </MenuSub>
        <MenuItem asChild>
          <a href="#forms">
            <LogOut aria-hidden /> Log out
          </a>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger shortcut="Del" onSelect={() => setAsked(true)}>
          Delete
        </MenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        description="survey-2026 moves to the trash."
        confirmLabel="Delete"
        onConfirm={() => setAsked(false)}
      />
      <ContextMenu
        label="calibration"
        menu={
          <>
            <ContextMenuItem icon={<Pencil aria-hidden />}>Rename</ContextMenuItem>
            <ContextMenuSeparator />
            <ContextMenuItem icon={<Trash2 aria-hidden />} danger>
              Delete
            </ContextMenuItem>
          </>
        }
      >
        <div className="rounded-md border border-dashed px-4 py-3 text-sm text-muted">Right-click here</div>
      </ContextMenu>
    </Line>
  )
}
