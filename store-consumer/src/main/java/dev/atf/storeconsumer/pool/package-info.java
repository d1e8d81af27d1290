/** Thread pools of a store consumer and its connections. */
@NullMarked
package dev.atf.storeconsumer.pool;

import org.jspecify.annotations.NullMarked;
