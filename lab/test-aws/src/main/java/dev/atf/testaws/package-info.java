/**
 * DynamoDB, SQS and S3 for the {@code *IT} suites: LocalStack in a container if Docker is
 * installed, or AWS itself if the profile {@code atf.aws} asks for it; in a run of their own,
 * emulators of npm. Without any, the suites are skipped with the reason.
 */
@NullMarked
package dev.atf.testaws;

import org.jspecify.annotations.NullMarked;
