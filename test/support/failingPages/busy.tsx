/** A page data request that holds the thread until it is answered (`?held=`): a loop would take a processor. */
const request = new XMLHttpRequest();
request.open('GET', new URLSearchParams(location.search).get('held') ?? '', false);
request.setRequestHeader('x-nextjs-data', '1');
request.send();

/** A page whose code does not end: `/busy`. */
export default function Busy() {
  return <h1>Not busy</h1>;
}
