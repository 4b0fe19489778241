import type { GetServerSideProps } from 'next';

export const getServerSideProps: GetServerSideProps = ({ req }) =>
  Promise.resolve(
    req.cookies.session
      ? { props: { person: req.cookies.session } }
      : { redirect: { destination: '/login', permanent: false } },
  );

export default function Account({ person }: { person: string }) {
  return <h1 className="text-6xl">Account of {person}</h1>;
}
