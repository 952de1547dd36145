using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>A row of ModisAzure's Table 2 next to ours.</summary>
/// <param name="Label">Its words there.</param>
/// <param name="Cause">The cause here; null for success.</param>
/// <param name="Count">Executions there.</param>
/// <param name="Share">Their share there, 0 to 1.</param>
/// <param name="Ours">The same here, over the time of the report.</param>
/// <param name="Tasks">The distinct tasks that ours were of; null where an older build counted none.</param>
public sealed record PublishedOutcome(string Label, FailureCause? Cause, long Count, double Share, OutcomeShare Ours, long? Tasks);
