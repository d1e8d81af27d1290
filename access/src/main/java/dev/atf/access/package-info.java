/**
 * Who may call what on which lambda. The protocol says what each call needs, the policy and the
 * credentials what a caller has; what is not granted is refused.
 */
@NullMarked
package dev.atf.access;

import org.jspecify.annotations.NullMarked;
