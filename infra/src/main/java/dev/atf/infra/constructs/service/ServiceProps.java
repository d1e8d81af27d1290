package dev.atf.infra.constructs.service;

/**
 * Settings of one service of the framework.
 *
 * @param image image with the program
 * @param size size of each task
 * @param tasksMin minimum number of tasks; two or more to survive the loss of a zone
 * @param tasksMax maximum number of tasks; the number follows processor time, and for the store
 *     consumer also lateness
 */
public record ServiceProps(ServiceImage image, TaskSize size, int tasksMin, int tasksMax) {}
