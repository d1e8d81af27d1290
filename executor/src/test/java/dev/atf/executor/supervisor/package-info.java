@NullMarked
package dev.atf.executor.supervisor;

import org.jspecify.annotations.NullMarked;
