/** Health check of an executor's process. */
@NullMarked
package dev.atf.executor.core.health;

import org.jspecify.annotations.NullMarked;
