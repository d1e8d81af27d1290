/** Commands about conditions for which tasks wait. */
@NullMarked
package dev.atf.cli.condition;

import org.jspecify.annotations.NullMarked;
