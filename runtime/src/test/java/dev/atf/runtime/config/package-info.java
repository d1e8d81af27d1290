@NullMarked
package dev.atf.runtime.config;

import org.jspecify.annotations.NullMarked;
