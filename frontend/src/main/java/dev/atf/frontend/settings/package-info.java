/** Settings of a frontend. */
@NullMarked
package dev.atf.frontend.settings;

import org.jspecify.annotations.NullMarked;
