/**
 * Strict checks of callers' messages and files against the protocol, and their translation into the
 * model. Every reader of a lambda's settings uses these.
 */
@NullMarked
package dev.atf.validation;

import org.jspecify.annotations.NullMarked;
