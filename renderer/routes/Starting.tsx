import * as TEXTS from '../../electron/shared/texts.ts';

/** index.html's frame, until the first page is loaded. After a while it offers a way out. */
export function Starting() {
  return (
    <main className="fault">
      <div className="fault-icon" />
      <div className="fault-line" role="status">
        <h1 className="fault-heading fault-starting">{TEXTS.errorPage.starting}</h1>
      </div>
      <div className="fault-late" role="status">
        <p className="fault-words">{TEXTS.errorPage.stillLoading}</p>
        <div className="fault-ways">
          <a href="/">{TEXTS.errorPage.home}</a>
        </div>
      </div>
    </main>
  );
}
