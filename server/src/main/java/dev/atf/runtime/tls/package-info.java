/** Certificates of both sides of a connection. They are read again when their files change. */
@NullMarked
package dev.atf.runtime.tls;

import org.jspecify.annotations.NullMarked;
