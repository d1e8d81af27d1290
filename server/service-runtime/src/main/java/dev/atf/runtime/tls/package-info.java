/** Certificates of both sides of a connection, read again when their files change. */
@NullMarked
package dev.atf.runtime.tls;

import org.jspecify.annotations.NullMarked;
