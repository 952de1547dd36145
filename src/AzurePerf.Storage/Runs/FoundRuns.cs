using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>One page of the list of runs.</summary>
/// <param name="Runs">Newest first.</param>
/// <param name="Next">Where the next page begins; null when all were looked at.</param>
public sealed record FoundRuns(IReadOnlyList<RunListItem> Runs, RunCursor? Next);
