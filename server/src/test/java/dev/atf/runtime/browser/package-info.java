@NullMarked
package dev.atf.runtime.browser;

import org.jspecify.annotations.NullMarked;
