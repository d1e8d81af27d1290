/** Commands on worker hosts. */
@NullMarked
package dev.atf.cli.worker;

import org.jspecify.annotations.NullMarked;
