import Image from "next/image";
import { Geist, Geist_Mono } from "next/font/google";

const geistSans = Geist({ variable: "--font-geist-sans", subsets: ["latin"] });
const geistMono = Geist_Mono({ variable: "--font-geist-mono", subsets: ["latin"] });

export default function Home() {
  return (
    <main className={`${geistSans.variable} ${geistMono.variable} flex min-h-screen w-[100px] bg-black/[.06]`}>
      <Image className="dark:invert" src="/next.svg" alt="Next.js logo" width={100} height={20} priority />
      <p>To get started, edit the page.</p>
    </main>
  );
}
