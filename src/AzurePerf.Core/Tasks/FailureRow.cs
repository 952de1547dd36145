using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Tasks;

/// <summary>One row of <see cref="FailureTaxonomy"/>.</summary>
/// <param name="Cause">Why an execution ended.</param>
/// <param name="Policy">What follows: class, budget, delay, charged or not.</param>
/// <param name="Label">The words for people; the ones of ModisAzure's Table 2 where it has the cause.</param>
/// <param name="IsPublished">Whether Table 2 has the cause.</param>
/// <param name="Outcomes">The outcomes of single operations that, when they end a whole execution, are this cause.</param>
public sealed record FailureRow(FailureCause Cause, FailurePolicy Policy, string Label, bool IsPublished, params OperationOutcome[] Outcomes);
