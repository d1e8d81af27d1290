@NullMarked
package dev.atf.executor.core;

import org.jspecify.annotations.NullMarked;
