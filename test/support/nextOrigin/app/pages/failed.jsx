import NextError from 'next/error';

export default function Failed() {
  return <NextError statusCode={418} title="No coffee here" />;
}
