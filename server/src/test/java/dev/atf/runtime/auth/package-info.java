@NullMarked
package dev.atf.runtime.auth;

import org.jspecify.annotations.NullMarked;
