import { NextResponse } from 'next/server';

/** Two posts that are shown from other pages: one with data for each request, one made at build. */
const SHOWN = { '/posts/shown': '/posts/7', '/posts/latest': '/news' };

export const config = { matcher: ['/posts/shown', '/posts/latest'] };

export function middleware(request) {
  return NextResponse.rewrite(new URL(SHOWN[request.nextUrl.pathname], request.url));
}
