/**
 * Strict checks of callers' messages and files against the protocol, and their conversion to the
 * model. Every reader of a lambda's settings uses them.
 */
@NullMarked
package dev.atf.validation;

import org.jspecify.annotations.NullMarked;
