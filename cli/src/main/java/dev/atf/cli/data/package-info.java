/** Commands on stored data: backup, restore, migrate and fence. */
@NullMarked
package dev.atf.cli.data;

import org.jspecify.annotations.NullMarked;
