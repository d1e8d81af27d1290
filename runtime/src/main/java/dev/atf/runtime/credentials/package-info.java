/** Credentials that a process shows to those that it calls. */
@NullMarked
package dev.atf.runtime.credentials;

import org.jspecify.annotations.NullMarked;
