using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>An execution that ended without a result.</summary>
/// <param name="Stage">prepare, measure, clean, or bag 2 for the second bag.</param>
/// <param name="Task">The task's number in its stage, from 1.</param>
/// <param name="Point">The point it measured, from 1; null in other stages.</param>
/// <param name="Attempt">Which execution it was, from 1.</param>
/// <param name="Cause">Why it ended.</param>
/// <param name="Reason">One clause for people, such as "killed after 41 s: 4 x 10.2 s mean of 37".</param>
/// <param name="WorkerId">Who executed it.</param>
/// <param name="EndedAt">When that was stored.</param>
public sealed record AbnormalEndResponse(string Stage, int Task, int? Point, int Attempt, FailureCause Cause, string Reason, string WorkerId, DateTimeOffset EndedAt);
