/**
 * Origins of tasks: which fields they show, which reasons they give, and which changes they refuse.
 */
@NullMarked
package dev.atf.frontend.origin;

import org.jspecify.annotations.NullMarked;
