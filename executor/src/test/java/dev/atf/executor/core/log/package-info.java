@NullMarked
package dev.atf.executor.core.log;

import org.jspecify.annotations.NullMarked;
