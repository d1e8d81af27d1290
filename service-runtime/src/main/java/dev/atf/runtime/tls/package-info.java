/** Certificates of both sides of a connection, read anew when their files change. */
@NullMarked
package dev.atf.runtime.tls;

import org.jspecify.annotations.NullMarked;
