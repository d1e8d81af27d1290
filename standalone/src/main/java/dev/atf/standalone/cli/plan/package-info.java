/** Commands on periodic tasks, ordering keys and jobs. */
@NullMarked
package dev.atf.standalone.cli.plan;

import org.jspecify.annotations.NullMarked;
