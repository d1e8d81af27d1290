/** Credentials that a process presents to the servers that it calls. */
@NullMarked
package dev.atf.runtime.credentials;

import org.jspecify.annotations.NullMarked;
