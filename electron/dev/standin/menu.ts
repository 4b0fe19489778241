/** Electron's Menu and MenuItem as data: what a menu says and does, without a place to show it. */
import { carryOut, ROLES } from './menuRoles.ts';
import { notImplemented, strictClass } from './strict.ts';

type Options = Electron.MenuItemConstructorOptions;
const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];
const UNORDERED = ['before', 'after', 'beforeGroupContaining', 'afterGroupContaining'] as const;
let lastCommandId = 0;

export class MenuItemClass {
  readonly commandId = ++lastCommandId;
  readonly role: Electron.MenuItem['role'];
  readonly type: Electron.MenuItem['type'];
  readonly accelerator: Electron.Accelerator | null;
  readonly submenu: Electron.MenuItem['submenu'];
  readonly id: string;
  readonly userAccelerator = null;
  readonly acceleratorWorksWhenHidden: boolean;
  readonly registerAccelerator: boolean;
  menu: Electron.Menu = undefined as unknown as Electron.Menu;
  label: string;
  sublabel: string;
  toolTip: string;
  icon: Electron.MenuItem['icon'];
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  private readonly action: Options['click'];

  constructor(options: Options) {
    for (const name of UNORDERED) if (options[name]) throw notImplemented(`MenuItem option ${name}`);
    const name = options.role?.toLowerCase();
    const role = name === undefined ? undefined : ROLES[name];
    if (name !== undefined && !role) throw notImplemented(`the role ${options.role} of a MenuItem`);
    this.role = (name ?? null) as Electron.MenuItem['role'];
    const submenu = options.submenu ?? role?.submenu?.();
    const menu = Array.isArray(submenu) ? fromTemplate(submenu) : submenu;
    // Electron's types have `undefined` for none; its items have null.
    this.submenu = (menu ?? null) as Electron.MenuItem['submenu'];
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    if (this.type === 'submenu' && !this.submenu) throw new Error('Invalid submenu');
    if (!TYPES.includes(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    this.accelerator = options.accelerator ?? role?.accelerator ?? null;
    this.id = options.id as string;
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
  click(event?: Electron.KeyboardEvent, window?: Electron.BaseWindow, contents?: Electron.WebContents): void {
    if (this.type === 'checkbox' || this.type === 'radio') this.checked = !this.checked;
    if (this.role && carryOut(this.role, window as Electron.BrowserWindow | undefined, contents)) return;
    this.action?.(this as unknown as Electron.MenuItem, window, event ?? {});
  }
}
const isItem = (item: unknown): item is Electron.MenuItem => item instanceof MenuItemClass;

export class MenuClass {
  static setApplicationMenu(menu: Electron.Menu | null): void {
    if (menu && !((menu as unknown) instanceof MenuClass)) throw new TypeError('Invalid menu');
    applicationMenu = menu;
  }
  static getApplicationMenu(): Electron.Menu | null {
    return applicationMenu;
  }
  static buildFromTemplate(template: (Options | Electron.MenuItem)[]): Electron.Menu {
    return fromTemplate(template);
  }

  readonly items: Electron.MenuItem[] = [];
  private readonly radios = new Map<Electron.MenuItem, Set<Electron.MenuItem>>();

  append(item: Electron.MenuItem): void {
    this.insert(this.items.length, item);
  }
  insert(position: number, item: Electron.MenuItem): void {
    if (!isItem(item)) throw new TypeError('Invalid item');
    if (position < 0) throw new RangeError(`Position ${position} cannot be less than 0`);
    if (position > this.items.length)
      throw new RangeError(`Position ${position} cannot be greater than the total MenuItem count`);
    if (item.type === 'radio') this.joinRadios(item, position);
    (item as { menu: unknown }).menu = this;
    this.items.splice(position, 0, item);
  }
  /** Radio items beside each other are a group: checking one, whatever value is set, unchecks the others. */
  private joinRadios(item: Electron.MenuItem, position: number): void {
    const beside = this.items[position - 1] ?? this.items[position];
    const group = (beside?.type === 'radio' && this.radios.get(beside)) || new Set();
    this.radios.set(item, group.add(item));
    if (item.checked) checkedRadios.add(item);
    Object.defineProperty(item, 'checked', {
      enumerable: true,
      get: () => checkedRadios.has(item),
      set() {
        for (const other of group) checkedRadios.delete(other);
        checkedRadios.add(item);
      },
    });
  }
  getMenuItemById(id: string): Electron.MenuItem | null {
    const found = this.items.find((item) => item.id === id);
    return found ?? this.items.map(({ submenu }) => submenu?.getMenuItemById(id)).find(Boolean) ?? null;
  }
}

/** Throws for a template that Electron refuses. Separators at the ends and beside others are left out. */
function fromTemplate(items: (Options | Electron.MenuItem)[]): Electron.Menu {
  if (!Array.isArray(items)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
  const isValid = (item: unknown) =>
    typeof item === 'object' &&
    item !== null &&
    ('label' in item || 'role' in item || ('type' in item && item.type === 'separator'));
  if (!items.every(isValid))
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  const isLine = (item: Options | Electron.MenuItem | undefined) =>
    item?.type === 'separator' && item.visible !== false;
  const menu = new Menu();
  items
    .filter((item, at) => !isLine(item) || at === 0 || items[at - 1]?.type !== 'separator')
    .filter((item, at, kept) => !isLine(item) || (at !== 0 && at !== kept.length - 1))
    .forEach((item) => {
      menu.append(isItem(item) ? item : (new MenuItem(item as Options) as unknown as Electron.MenuItem));
    });
  return menu as unknown as Electron.Menu;
}

const checkedRadios = new WeakSet<Electron.MenuItem>();
let applicationMenu: Electron.Menu | null = null;

export const MenuItem = strictClass(MenuItemClass, 'MenuItem');
/** Showing a menu (`popup`) is what throws. */
export const Menu = strictClass(MenuClass, 'Menu');
