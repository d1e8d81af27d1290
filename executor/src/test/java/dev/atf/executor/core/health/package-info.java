/** Tests of the health check. */
@NullMarked
package dev.atf.executor.core.health;

import org.jspecify.annotations.NullMarked;
