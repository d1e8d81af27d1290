/** Checks of fields, and the violations that they find. */
@NullMarked
package dev.atf.model.check;

import org.jspecify.annotations.NullMarked;
