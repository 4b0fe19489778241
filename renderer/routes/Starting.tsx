/** The frame of index.html again, for the time until the first page is there. */
export function Starting() {
  return (
    <main className="fault">
      <div className="fault-line" role="status">
        <div className="fault-code" />
        <div className="fault-text">
          <h1 className="fault-sentence fault-starting">Starting</h1>
        </div>
      </div>
    </main>
  );
}
