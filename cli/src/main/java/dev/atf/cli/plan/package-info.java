/** Commands on periodic tasks, ordering keys and jobs. */
@NullMarked
package dev.atf.cli.plan;

import org.jspecify.annotations.NullMarked;
