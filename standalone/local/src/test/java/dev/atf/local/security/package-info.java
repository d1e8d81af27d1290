@NullMarked
package dev.atf.local.security;

import org.jspecify.annotations.NullMarked;
