/** Cost of tasks by the price table. */
@NullMarked
package dev.atf.frontend.cost;

import org.jspecify.annotations.NullMarked;
