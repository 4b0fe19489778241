import { NextResponse } from 'next/server';

/** Posts that are shown from other pages: one with data for each request, one made at build, one that only the server makes. */
const SHOWN = { '/posts/shown': '/posts/7', '/posts/latest': '/news', '/posts/made': '/parts' };

export const config = { matcher: ['/posts/shown', '/posts/latest', '/posts/made'] };

export function middleware(request) {
  return NextResponse.rewrite(new URL(SHOWN[request.nextUrl.pathname], request.url));
}
