import type { NextPage } from 'next';

const Old: NextPage<{ asked: string }> = ({ asked }) => <h1>Old style: {asked}</h1>;
Old.getInitialProps = ({ query }) => Promise.resolve({ asked: String(query.x) });

export default Old;
