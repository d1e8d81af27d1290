/** Plans in memory. */
@NullMarked
package dev.atf.store.memory.plans;

import org.jspecify.annotations.NullMarked;
