@NullMarked
package dev.atf.worker.pool;

import org.jspecify.annotations.NullMarked;
