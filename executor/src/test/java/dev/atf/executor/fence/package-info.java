@NullMarked
package dev.atf.executor.fence;

import org.jspecify.annotations.NullMarked;
