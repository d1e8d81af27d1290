/** The drawing of the modules, as a test. */
@NullMarked
package dev.atf.architecture;

import org.jspecify.annotations.NullMarked;
