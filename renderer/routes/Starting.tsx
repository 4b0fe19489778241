import * as TEXTS from '../../electron/shared/texts.ts';

/** index.html's frame, until the first page is loaded. After a while it offers a way out. */
export function Starting() {
  return (
    <main className="fault">
      <div className="fault-line" role="status">
        <div className="fault-code" />
        <div className="fault-text">
          <h1 className="fault-sentence fault-starting">{TEXTS.errorPage.starting}</h1>
        </div>
      </div>
      <div className="fault-more fault-late" role="status">
        <p>{TEXTS.errorPage.stillLoading}</p>
        <div className="fault-actions">
          <a href="/">{TEXTS.errorPage.goToStart}</a>
        </div>
      </div>
    </main>
  );
}
