/** Electron's Menu and MenuItem as data: what a menu says and does, without a place to show it. */
import { carryOut, ROLES } from './menuRoles.ts';
import { notImplemented, strictClass } from './strict.ts';

type Options = Electron.MenuItemConstructorOptions;
const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'header', 'palette'];
const UNORDERED = ['before', 'after', 'beforeGroupContaining', 'afterGroupContaining'] as const;
let lastCommandId = 0;

class MenuItemData {
  readonly commandId = ++lastCommandId;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: Electron.Accelerator | undefined;
  readonly submenu: MenuData | undefined;
  readonly id: string | undefined;
  readonly userAccelerator = null;
  readonly acceleratorWorksWhenHidden: boolean;
  readonly registerAccelerator: boolean;
  menu: MenuData | undefined = undefined;
  label: string;
  sublabel: string;
  toolTip: string;
  icon: Options['icon'];
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  private readonly action: Options['click'];

  constructor(options: Options) {
    for (const name of UNORDERED) if (options[name]) throw notImplemented(`MenuItem option ${name}`);
    this.role = options.role?.toLowerCase();
    const role = ROLES[this.role ?? ''];
    if (this.role !== undefined && !role) throw notImplemented(`the role ${options.role} of a MenuItem`);
    const submenu = options.submenu ?? role?.submenu?.();
    this.submenu = Array.isArray(submenu) ? fromTemplate(submenu) : (submenu as MenuData | undefined);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    if (this.type === 'submenu' && !this.submenu) throw new Error('Invalid submenu');
    if (this.type === 'radio') throw notImplemented('MenuItem of type radio');
    if (!TYPES.includes(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    this.accelerator = options.accelerator ?? role?.accelerator;
    this.id = options.id;
    this.label = options.label ?? role?.label ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.icon = options.icon;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.acceleratorWorksWhenHidden = options.acceleratorWorksWhenHidden ?? true;
    this.registerAccelerator = options.registerAccelerator ?? role?.registersAccelerator ?? true;
    this.action = options.click;
  }

  /** What choosing the item does, told where it was chosen. A role that is carried out comes instead of `click`. */
  click(
    event?: Electron.KeyboardEvent,
    window?: Electron.BrowserWindow,
    contents?: Electron.WebContents,
  ): void {
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.role !== undefined && carryOut(this.role, window, contents)) return;
    this.action?.(this as unknown as Electron.MenuItem, window, event ?? {});
  }
}

class MenuData {
  readonly items: MenuItemData[] = [];

  append(item: MenuItemData): void {
    this.insert(this.items.length, item);
  }
  insert(position: number, item: MenuItemData): void {
    if (!(item instanceof MenuItemData)) throw new TypeError('Invalid item');
    if (position < 0) throw new RangeError(`Position ${position} cannot be less than 0`);
    if (position > this.items.length)
      throw new RangeError(`Position ${position} cannot be greater than the total MenuItem count`);
    item.menu = this;
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItemData | null {
    const found = this.items.find((item) => item.id === id);
    return found ?? this.items.map(({ submenu }) => submenu?.getMenuItemById(id)).find(Boolean) ?? null;
  }
}

/** Throws for a template that Electron refuses. Separators at the ends and beside others are left out. */
function fromTemplate(template: (Options | MenuItemData | Electron.MenuItem)[]): MenuData {
  if (!Array.isArray(template))
    throw new TypeError('Invalid template for Menu: Menu template must be an array');
  const items = template as (Options | MenuItemData)[];
  const isValid = (item: unknown) =>
    typeof item === 'object' &&
    item !== null &&
    ('label' in item || 'role' in item || ('type' in item && item.type === 'separator'));
  if (!items.every(isValid))
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  const isLine = (item: Options | MenuItemData | undefined) =>
    item?.type === 'separator' && item.visible !== false;
  const menu = new Menu();
  items
    .filter((item, at) => !isLine(item) || at === 0 || items[at - 1]?.type !== 'separator')
    .filter((item, at, kept) => !isLine(item) || (at !== 0 && at !== kept.length - 1))
    .forEach((item) => {
      menu.append(item instanceof MenuItemData ? item : new MenuItem(item));
    });
  return menu;
}

let applicationMenu: MenuData | null = null;

export const MenuItem = strictClass(MenuItemData, 'MenuItem');
class MenuClass extends MenuData {
  static setApplicationMenu(menu: MenuData | null): void {
    if (menu && !(menu instanceof MenuData)) throw new TypeError('Invalid menu');
    applicationMenu = menu;
  }
  static getApplicationMenu(): MenuData | null {
    return applicationMenu;
  }
  static buildFromTemplate = fromTemplate;
}
/** Showing a menu (`popup`) is what throws. */
export const Menu = strictClass(MenuClass, 'Menu');
