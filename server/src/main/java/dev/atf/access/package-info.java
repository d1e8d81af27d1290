/**
 * Access control: callers, calls and lambdas. The protocol says what each call needs, the policy
 * and the credentials what a caller has; anything not granted is refused.
 */
@NullMarked
package dev.atf.access;

import org.jspecify.annotations.NullMarked;
